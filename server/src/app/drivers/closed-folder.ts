import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
/** Group may traverse but not list the folder: an operator's choice, for programs that read the fleet. */
const PASSABLE = 0o710;

/** Folders read by other programs keep their modes: published configs, and files that releases copied to the servers' folders. */
const SERVED = new Set(['fleet', 'releases/servers', 'releases/work']);

/** Creates DATA_DIR and removes all access for group and others below it; executables stay executable. Links are left alone. */
export function closeFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { mode } = lstatSync(dataDir);
  if ((mode & 0o777) !== PASSABLE) close(dataDir);
  closeBelow(dataDir, '');
}

function closeBelow(dataDir: string, path: string): void {
  for (const name of readdirSync(join(dataDir, path))) {
    const below = path === '' ? name : `${path}/${name}`;
    const place = join(dataDir, below);
    const found = statOf(place);
    if (!found || SERVED.has(below)) continue;
    if (found.isDirectory() || found.isFile()) close(place);
    if (found.isDirectory()) closeBelow(dataDir, below);
  }
}

/** Undefined when it disappeared: other processes may be working there. */
const statOf = (place: string): Stats | undefined => lstatSync(place, { throwIfNoEntry: false });

function close(place: string): void {
  const { mode } = statOf(place) ?? { mode: 0 };
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(place, mode & 0o777 & ~OTHERS);
  } catch (error) {
    // Gone, or owned by another user on a shared folder: not a reason to abort the start.
    if (!['ENOENT', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
