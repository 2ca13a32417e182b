import { directions } from './directions.ts';
import type { Gate } from './gate.ts';
import { findCycles, type Import, readImports } from './imports.ts';
import { isTest, readSources, type Source } from './sources.ts';

/** Forbidden imports and cycles, one line each with the remedy. */
export function findBoundaryFaults(imports: readonly Import[]): string[] {
  const crossed = imports.flatMap((edge) =>
    directions
      .filter(({ forbids }) => forbids(edge))
      .map(({ instead }) => `${edge.from} imports ${edge.to}: ${instead}`),
  );
  const cycles = findCycles(imports).map(
    (cycle) => `${cycle.join(' -> ')}: a cycle; move what both need into a separate file`,
  );
  return [...new Set(crossed), ...cycles];
}

const ownerOfTenants = /^server\/src\/(fleet|features\/tenants)\//;

/** Writes of the tenants' own tables outside the fleet and the feature that creates and purges tenants. */
export function findForeignWrites(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('server/src/') && !ownerOfTenants.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\.(?:insert|update|delete)\((tenants|accounts)\)/g)].map(
        ([, table]) => `${path} writes ${table}: use or add a function of server/src/fleet/queries-tenants.ts`,
      ),
    );
}

/** Checks import directions, cycles, and writes to the tables of tenants. */
export const boundariesGate: Gate = {
  name: 'boundaries',
  advice: 'Change the import as each line says; docs/architecture.md, "Direction", has the reasons.',
  run: () => {
    const sources = readSources();
    return [...findBoundaryFaults(sources.flatMap(readImports)), ...findForeignWrites(sources)];
  },
};
