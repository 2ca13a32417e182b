import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const ENOUGH = 4 * 2 ** 30;

/**
 * Where a test puts many files for a moment: a folder in memory when there is one with 4 GB to spare (to copy a
 * console's data takes a tenth of what a disk takes), else the one for temporary files.
 */
export function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    accessSync(MEMORY, constants.W_OK);
    return bavail * bsize >= ENOUGH ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
