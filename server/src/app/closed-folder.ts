import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
/** A folder whose group may pass through it and see nothing: somebody has chosen that, for programs that read the fleet. */
const PASSABLE = 0o710;

/** What other programs read keeps its modes: published configs, and what releases brought to the servers' folders. */
const SERVED = new Set(['fleet', 'releases/servers', 'releases/work']);

/**
 * Makes DATA_DIR and takes everything below it from everybody but the console's user; executables stay executable. Links are
 * left alone.
 */
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
    const found = lookAt(place);
    if (!found || SERVED.has(below)) continue;
    if (found.isDirectory() || found.isFile()) close(place);
    if (found.isDirectory()) closeBelow(dataDir, below);
  }
}

/** Undefined when it went meanwhile: other processes may work there. */
const lookAt = (place: string): Stats | undefined => lstatSync(place, { throwIfNoEntry: false });

function close(place: string): void {
  const { mode } = lookAt(place) ?? { mode: 0 };
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(place, mode & 0o777 & ~OTHERS);
  } catch (error) {
    // Gone, or another user's on a shared folder: no reason not to start.
    if (!['ENOENT', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
