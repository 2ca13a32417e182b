import fs from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
/** Group may traverse but not list the folder: an operator's choice, for programs that read the fleet. */
const PASSABLE = 0o710;

/** Folders read by other programs keep their modes: published configs, and files that releases copied to the servers' folders. */
const SERVED = new Set(['fleet', 'releases/servers', 'releases/work']);

/** Creates DATA_DIR and removes all access for group and others below it; executables stay executable. Links are left alone. */
export function closeFolder(dataDir: string): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { mode } = fs.lstatSync(dataDir);
  if ((mode & 0o777) !== PASSABLE) close(dataDir, mode);
  closeEntries(dataDir, '', fs.readdirSync(dataDir));
}

function closeEntries(dataDir: string, path: string, names: readonly string[]): void {
  for (const name of names) {
    const below = path === '' ? name : `${path}/${name}`;
    const place = join(dataDir, below);
    const found = attempt(() => fs.lstatSync(place));
    if (!found || SERVED.has(below)) continue;
    if (found.isDirectory() || found.isFile()) close(place, found.mode);
    if (found.isDirectory()) closeEntries(dataDir, below, attempt(() => fs.readdirSync(place)) ?? []);
  }
}

function close(place: string, mode: number): void {
  if ((mode & OTHERS) !== 0) attempt(() => fs.chmodSync(place, mode & 0o777 & ~OTHERS));
}

/** Undefined when the place is gone, since other processes may be working there, or belongs to another user, such as `lost+found`. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!['ENOENT', 'EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
}
