import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Source } from './sources.ts';

/** An import, re-export or dynamic import. `to` is a project path or a package name. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** Type-only imports are erased at runtime. */
  readonly typeOnly: boolean;
}

const workspaces: Record<string, string> = {
  '@mission-control/published-files': 'packages/published-files/src',
  '@mission-control/soap-forms': 'packages/soap-forms/src',
  '@mission-control/spreadsheet': 'packages/spreadsheet/src',
  '@mission-control/contract': 'contract/src',
  '@mission-control/server': 'server/src',
  '@mission-control/web': 'web/src',
  '@mission-control/sandbox': 'sandbox/src',
};

/** Resolves an import of `from`: a path from the root for project files, else the package name. */
function resolveImport(from: string, request: string): string {
  if (request.startsWith('.')) return posix.join(posix.dirname(from), request);
  if (request.startsWith('node:')) return request;
  const [scope = '', name = '', ...rest] = request.split('/');
  const packageName = scope.startsWith('@') ? `${scope}/${name}` : scope;
  const workspace = workspaces[packageName];
  return workspace === undefined ? packageName : `${posix.join(workspace, rest.join('/') || 'index')}.ts`;
}

/** All imports of a file, in source order. */
export function readImports({ path, text }: Source): Import[] {
  const { module } = parseSync(path, text);
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      request: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ request: moduleRequest.value, typeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      request: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
      typeOnly: false,
    })),
  ];
  return found.map(({ request, typeOnly }) => ({ from: path, to: resolveImport(path, request), typeOnly }));
}

/**
 * Cycles among files that load each other at runtime, one per group: `a -> b -> a`.
 * Ignores type-only imports, which are erased.
 */
export function findCycles(imports: readonly Import[]): string[][] {
  const edges = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) {
    if (!typeOnly) edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]) => {
    const start = trail.indexOf(file);
    if (start !== -1) return void cycles.push([...trail.slice(start), file]);
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return cycles;
}
