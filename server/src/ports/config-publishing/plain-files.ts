import type { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { TargetFault } from './target-path.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants;
// Neither follows symbolic links nor blocks on a pipe in place of the file.
const SAFELY = O_NOFOLLOW | O_NONBLOCK;

/** The console publishes and stores no longer files. */
export const MAX_FILE_LENGTH = 16 * 1024 * 1024;

export const tooLong = (): TargetFault => new TargetFault('The file is longer than anything that is published.');

/** A folder, pipe or device. */
export class OtherKind extends TargetFault {}

/** Writes and flushes a file. @param replace empties an existing file, which otherwise is an error */
export async function writeFlushed(
  path: string,
  content: Buffer,
  { replace, mode }: { replace: boolean; mode: number },
): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | (replace ? O_TRUNC : O_EXCL) | SAFELY, mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads a regular file; null when it does not exist. @throws OtherKind, TargetFault for a file that is too long */
export async function readPlain(path: string): Promise<Buffer | null> {
  let file: FileHandle;
  try {
    file = await open(path, O_RDONLY | SAFELY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new OtherKind('Something other than a file has this name.');
    if (found.size > MAX_FILE_LENGTH) throw tooLong();
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Flushes a file, or a folder with the renames, creations and removals in it, so that it survives a power failure. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
