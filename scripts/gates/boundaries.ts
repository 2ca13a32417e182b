import { directions } from './directions.ts';
import type { Gate } from './gate.ts';
import { findCycles, type Import, readImports } from './imports.ts';
import { readSources } from './sources.ts';

/** Imports that go where they must not, and cycles, one line each with what to do instead. */
export function findBoundaryFaults(imports: readonly Import[]): string[] {
  const crossed = imports.flatMap((edge) =>
    directions
      .filter(({ forbids }) => forbids(edge))
      .map(({ instead }) => `${edge.from} imports ${edge.to}: ${instead}`),
  );
  const cycles = findCycles(imports).map(
    (cycle) => `${cycle.join(' -> ')}: a cycle; move what both need into a file of its own`,
  );
  return [...new Set(crossed), ...cycles];
}

/** Who may import whom, and no cycles. */
export const boundariesGate: Gate = {
  name: 'boundaries',
  advice: 'Change the import as each line says; docs/architecture.md, "Direction", has the reasons.',
  run: () => findBoundaryFaults(readSources().flatMap(readImports)),
};
