import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Codes of the operating system and of PostgreSQL, in words that name no folder. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EFBIG: 'The file would be larger than the system allows.',
  EACCES: 'Writing is not permitted.',
  EPERM: 'Writing is not permitted.',
  EROFS: 'The disk is read-only.',
  EIO: 'The disk reports an error.',
  '53100': 'The disk is full.',
  '58030': 'The disk reports an error.',
};

/** What is wrong with the disk, when the error (or its cause) says so; undefined for all others. */
export function diskFault(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: string };
    const fault = code === undefined ? undefined : FAULTS[code];
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The sentence about a change that failed for a disk, naming which; undefined for errors that are about no disk. */
export function diskRefusal(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code = '' } = at as { code?: string };
    const place = {
      53100: 'The database',
      58030: 'The database',
      ENOSPC: 'DATA_DIR',
      EDQUOT: 'DATA_DIR',
      EROFS: 'DATA_DIR',
    }[code];
    if (place !== undefined)
      return `${place} cannot store this. ${FAULTS[code]} Nothing was changed; try again when that is mended.`;
  }
  return undefined;
}

const PROBE = Buffer.alloc(64 * 1024, 1);

/** Writes a small file into the folder and removes it: why that does not work, or null. */
export async function probeFolder(folder: string): Promise<string | null> {
  const path = join(folder, `.probe.${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(PROBE);
      await file.sync();
    } finally {
      await file.close();
    }
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A folder that is made by its first file.
    return code === 'ENOENT' ? null : (diskFault(error) ?? 'It cannot be written to.');
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
