import { basename, dirname, posix } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Gate } from './gate.ts';
import { listPaths } from './sources.ts';

const roots = ['', 'server/src/', 'server/src/features/', 'web/src/'];
/** Historical documents, which may name removed files. */
const history = /^(CHANGELOG\.md|docs\/spec\/)/;

/** Missing source files named by a page, one line each. A name without a folder may be anywhere. */
export function findDeadPaths(page: string, text: string, paths: ReadonlySet<string>): string[] {
  const names = new Set([...paths].map((path) => basename(path)));
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs))`/g)].map(([, path = '']) => path);
  const isThere = (path: string) =>
    path.includes('/')
      ? [...roots, `${dirname(page)}/`].some((root) => paths.has(posix.normalize(`${root}${path}`))) ||
        [...paths].some((known) => known.endsWith(`/${path}`))
      : names.has(path);
  return [...new Set(named)]
    .filter((path) => !isThere(path))
    .map((path) => `${page} names ${path}, which does not exist`);
}

/** Checks that files named in documents exist. */
export const pathsGate: Gate = {
  name: 'paths',
  advice: 'Correct the path, or delete the sentence.',
  run: () => {
    const paths = new Set(listPaths());
    return [...paths]
      .filter((path) => path.endsWith('.md') && !history.test(path))
      .flatMap((page) => findDeadPaths(page, readFileSync(page, 'utf8'), paths));
  },
};
