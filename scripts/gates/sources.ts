import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A project file: its path from the root, with forward slashes, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** The paths of all tracked and untracked, not ignored files, except those deleted in the working tree. */
export function listPaths(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(path));
}

/** The TypeScript files of the project. */
export function readSources(): Source[] {
  return listPaths()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Whether a file is a test or only used by tests. */
export function isTest(path: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(path) ||
    path.startsWith('e2e/') ||
    path.includes('/testing/') ||
    path.endsWith('-suite.ts') ||
    path.endsWith('/bench.ts')
  );
}
