import type { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskFault } from '../../platform/disk-fault.ts';
import { AppError } from '../../platform/errors.ts';
import { flushFolder } from '../config-publishing/flush-folder.ts';
import { checkedPath, TargetFault } from '../config-publishing/target-path.ts';
import type { Files } from './port.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

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
          await writeFlushed(waiting, content);
          await rename(waiting, place);
        } catch (error) {
          await unlink(waiting).catch(() => undefined);
          throw error;
        }
        await flushFolder(dirname(place));
      }),
    read: (path) => guarded(() => readPlain(placeOf(root, path))),
    remove: (path) =>
      guarded(async () => {
        const place = placeOf(root, path);
        try {
          await unlink(place);
        } catch (error) {
          if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return;
          throw error;
        }
        await flushFolder(dirname(place));
      }),
    addressOf: (path) => `${publicUrl}/files/${path}`,
  };
}

async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
}

/** @throws TargetFault for an invalid path */
function placeOf(root: string, path: string): string {
  const { folders, file } = checkedPath(path);
  return join(root, ...folders, file);
}

async function writeFlushed(path: string, content: Buffer): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readPlain(path: string): Promise<Buffer | null> {
  let file;
  try {
    file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return null;
    throw error;
  }
  try {
    return (await file.stat()).isFile() ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

/** Converts disk errors to messages without folders. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const what = error instanceof TargetFault ? error.message : (diskFault(error) ?? 'The disk reports an error.');
    throw new AppError('target_failed', `The file store failed: ${what}`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
