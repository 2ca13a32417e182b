import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { causesOf, errorCode } from './errors.ts';

/** Error codes of the operating system and of PostgreSQL, as sentences that name no folder. */
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

/** The disk fault behind the error (or its cause); undefined for other errors. */
export function diskErrorReason(error: unknown): string | undefined {
  return causesOf(error)
    .map((one) => FAULTS[errorCode(one)])
    .find((fault) => fault !== undefined);
}

/** Names the full or failing place and its fault; undefined for other errors. */
export function describeDiskError(error: unknown): string | undefined {
  for (const one of causesOf(error)) {
    const { code = '', path } = one as NodeJS.ErrnoException;
    const place = IN_DATABASE.has(code) ? 'The database' : FULL.has(code) ? locationText(path) : undefined;
    if (place !== undefined) return `${place} cannot store this. ${FAULTS[code]}`;
  }
  return undefined;
}

const IN_DATABASE = new Set(['53100', '58030']);
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** The system reports a path when it opens or renames a file, but not when it writes to an open one. */
const locationText = (path: string | undefined): string =>
  path === undefined ? 'A disk of the console' : `The folder ${dirname(path)}`;

/** The message for a change that failed because of a disk; undefined for other errors. */
export function diskErrorMessage(error: unknown): string | undefined {
  const trouble = describeDiskError(error);
  return trouble && `${trouble} Nothing was changed; try again when this is fixed.`;
}

const PROBE = Buffer.alloc(64 * 1024, 1);

/** Writes and removes a small file. @returns why this fails, or null */
export async function findWriteError(folder: string): Promise<string | null> {
  const path = join(folder, `.probe.${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      // A process killed while it writes leaves nothing behind.
      await rm(path);
      await file.writeFile(PROBE);
      await file.sync();
    } finally {
      await file.close();
    }
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The folder is created with its first file.
    return code === 'ENOENT' ? null : (diskErrorReason(error) ?? 'It cannot be written to.');
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
