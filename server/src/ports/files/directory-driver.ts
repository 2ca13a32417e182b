import { mkdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskErrorReason } from '../../platform/disk-fault.ts';
import { AppError, errorCode } from '../../platform/errors.ts';
import { flush, OtherKind, readPlain, writeFlushed } from '../config-publishing/plain-files.ts';
import { checkedPath, TargetFault } from '../config-publishing/target-path.ts';
import type { Files } from './port.ts';

export interface DirectoryOptions {
  /** Root folder; created when missing. */
  root: string;
  /** Public address of the console, without a trailing slash; '' yields paths on the console itself. */
  publicUrl: string;
  /** Returns a name unique among all writers. */
  uniqueName: () => string;
}

/** Stores files in a folder, served by the console at /files/. */
export function createDirectoryFiles({ root, publicUrl, uniqueName }: DirectoryOptions): Files {
  return {
    put: (path, content) =>
      guarded(async () => {
        const place = placeOf(root, path);
        await makeFolders(dirname(place));
        const waiting = join(dirname(place), `.tmp.${uniqueName()}`);
        try {
          await writeFlushed(waiting, content, { replace: false, mode: 0o600 });
          await rename(waiting, place);
        } catch (error) {
          await unlink(waiting).catch(() => undefined);
          throw error;
        }
        await flush(dirname(place));
      }),
    read: (path) =>
      guarded(async () => {
        try {
          return await readPlain(placeOf(root, path));
        } catch (error) {
          if (error instanceof OtherKind || ['ENOTDIR', 'ELOOP'].includes(errorCode(error))) return null;
          throw error;
        }
      }),
    remove: (path) =>
      guarded(async () => {
        const place = placeOf(root, path);
        try {
          await unlink(place);
        } catch (error) {
          if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return;
          throw error;
        }
        await flush(dirname(place));
      }),
    addressOf: (path) => `${publicUrl}/files/${path}`,
  };
}

async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flush(dirname(made));
}

/** @throws TargetFault for an invalid path */
function placeOf(root: string, path: string): string {
  const { folders, file } = checkedPath(path);
  return join(root, ...folders, file);
}

/** Converts disk errors to messages without folders. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const what =
      error instanceof TargetFault ? error.message : (diskErrorReason(error) ?? 'The disk reports an error.');
    throw new AppError('target_failed', `The file store failed: ${what}`, { cause: error });
  }
}
