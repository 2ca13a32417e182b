import { Buffer } from 'node:buffer';
import { posix } from 'node:path';
import type { FileEntryWithStats, Stats } from 'ssh2';
import { ConnectionLost } from './sftp-connection.ts';
import type { ServerAccess } from './sftp-pool.ts';
import { checkedPath, leftBehind, TargetFault } from './target-path.ts';

interface Place {
  folder: string;
  file: string;
}

const { join } = posix;
const LONGEST_FILE = 16 * 1024 * 1024;
const READ_BYTES = 128 * 1024;
// Status codes of SFTP 3. It has none for most faults of a disk: they all come as FAILURE.
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
const FAILURE = 4;

/** The checked place of a path; null when a folder on the way is missing and `create` is false. */
export async function findPlace(access: ServerAccess, path: string, create: boolean): Promise<Place | null> {
  const { connection, server } = access;
  const { folders, file } = checkedPath(path);
  const names = ['config', ...folders];
  const root = await present(connection.run<Stats>((sftp, done) => sftp.stat(server.root, done)));
  // It is never made: an empty folder in its place is a disk that is not mounted.
  if (!root?.isDirectory()) throw new TargetFault('The root that is set for the server is no folder there.');
  let folder = server.root;
  for (const name of names) {
    const parent = folder;
    folder = join(parent, name);
    if (await isPlain(access, folder, 'folder')) continue;
    if (!create) return null;
    await makeFolder(access, parent, folder);
  }
  // The folders were looked at one by one; this catches a link that was put there meanwhile.
  const real = (of: string) => connection.run<string>((sftp, done) => sftp.realpath(of, done));
  const [realRoot, realFolder] = await Promise.all([real(server.root), real(folder)]);
  if (realFolder !== join(realRoot, ...names)) throw new TargetFault('A symbolic link is in the way.');
  return { folder, file };
}

async function makeFolder(access: ServerAccess, parent: string, folder: string): Promise<void> {
  try {
    await access.connection.run((sftp, done) => sftp.mkdir(folder, { mode: 0o750 }, done));
  } catch (error) {
    // Another publication may have made it meanwhile.
    if (!(await isPlain(access, folder, 'folder'))) throw await writeFault(access, parent, error, 0);
  }
  await flushFolder(access, parent);
}

/** Whether there is something of this name. Throws TargetFault when it is a link or not what it should be. */
export async function isPlain({ connection }: ServerAccess, path: string, kind: 'folder' | 'file'): Promise<boolean> {
  const found = await present(connection.run<Stats>((sftp, done) => sftp.lstat(path, done)));
  if (!found) return false;
  if (found.isSymbolicLink()) throw new TargetFault('A symbolic link is in the way.');
  if (kind === 'folder' && !found.isDirectory()) throw new TargetFault('A file is where a folder should be.');
  if (kind === 'file' && found.isDirectory()) throw new TargetFault('A folder is where the file should be.');
  if (kind === 'file' && !found.isFile()) throw new TargetFault('Something that is no file has its name.');
  return true;
}

/** Writes a new file and flushes it. What could not be written whole is taken away again, as far as the server lets it. */
export async function writeFlushed(
  access: ServerAccess,
  { folder }: Place,
  name: string,
  content: Buffer,
): Promise<void> {
  const { connection } = access;
  const path = join(folder, name);
  // A file that a broken-off attempt left; the name is made from the publication.
  if (await isPlain(access, path, 'file')) await removeFile(access, path);
  let handle: Buffer;
  try {
    handle = await connection.run<Buffer>((sftp, done) => sftp.open(path, 'wx', { mode: 0o640 }, done));
  } catch (error) {
    throw await writeFault(access, folder, error, content.length);
  }
  const close = () => connection.run((sftp, done) => sftp.close(handle, done));
  try {
    await connection.run((sftp, done) => sftp.write(handle, content, 0, content.length, 0, done));
    await connection.run((sftp, done) => sftp.ext_openssh_fsync(handle, done));
    await close();
  } catch (error) {
    // Asked before the rest is removed, which makes room.
    const fault = await writeFault(access, folder, error, content.length);
    await close().catch(() => undefined);
    await removeFile(access, path).catch(() => undefined);
    throw fault;
  }
}

/** Removes what earlier publications staged in the folder and nobody could discard. */
export async function removeLeftBehind(access: ServerAccess, { folder }: Place, staged: string): Promise<void> {
  const entries = await access.connection.run<FileEntryWithStats[]>((sftp, done) => sftp.readdir(folder, done));
  const files = entries.map(({ filename, attrs }) => ({ name: filename, modifiedMs: attrs.mtime * 1000 }));
  for (const name of leftBehind(files, staged)) await removeFile(access, join(folder, name));
}

/** The content of a regular file; null when there is none. */
export async function readPlain(access: ServerAccess, path: string): Promise<Buffer | null> {
  const { connection } = access;
  if (!(await isPlain(access, path, 'file'))) return null;
  const handle = await present(connection.run<Buffer>((sftp, done) => sftp.open(path, 'r', done)));
  if (!handle) return null;
  try {
    const parts: Buffer[] = [];
    for (let at = 0; at <= LONGEST_FILE;) {
      const buffer = Buffer.alloc(READ_BYTES);
      const bytes = await connection.run<number>((sftp, done) => sftp.read(handle, buffer, 0, READ_BYTES, at, done));
      if (bytes === 0) return Buffer.concat(parts);
      parts.push(buffer.subarray(0, bytes));
      at += bytes;
    }
    throw new TargetFault('The file is longer than anything that is published.');
  } finally {
    await connection.run((sftp, done) => sftp.close(handle, done)).catch(() => undefined);
  }
}

/** Removes a name; false when there is none. */
export async function removeFile({ connection }: ServerAccess, path: string): Promise<boolean> {
  const removed = connection.run((sftp, done) => sftp.unlink(path, done));
  return (await present(removed.then(() => true))) ?? false;
}

/** Renames over what is there, atomically; false when there is nothing to rename. */
export async function replaceFile({ connection }: ServerAccess, from: string, to: string): Promise<boolean> {
  const renamed = connection.run((sftp, done) => sftp.ext_openssh_rename(from, to, done));
  return (await present(renamed.then(() => true))) ?? false;
}

/** Makes a rename or a new name in the folder survive a power cut. */
export async function flushFolder({ connection }: ServerAccess, folder: string): Promise<void> {
  let handle: Buffer;
  try {
    handle = await connection.run<Buffer>((sftp, done) => sftp.open(folder, 'r', done));
  } catch (error) {
    // OpenSSH opens folders like files. A server that does not has its own ways to keep them.
    if (statusOf(error) === undefined) throw error;
    return;
  }
  try {
    await connection.run((sftp, done) => sftp.ext_openssh_fsync(handle, done));
  } finally {
    await connection.run((sftp, done) => sftp.close(handle, done)).catch(() => undefined);
  }
}

/** What the request answers; undefined when the server says that there is nothing of this name. */
async function present<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === NO_SUCH_FILE) return undefined;
    throw error;
  }
}

/** Why something could not be written: a full disk has no status of its own, so the server is asked for its free space. */
async function writeFault(access: ServerAccess, folder: string, error: unknown, bytes: number): Promise<unknown> {
  if (statusOf(error) !== FAILURE) return error;
  const full = await isFull(access, folder, bytes).catch(() => undefined);
  if (full === true) return new TargetFault('The disk of the server is full.');
  return new TargetFault('The server could not write the file; its disk or a quota may be full.');
}

async function isFull({ connection }: ServerAccess, folder: string, bytes: number): Promise<boolean> {
  const space = await connection.run<unknown>((sftp, done) => sftp.ext_openssh_statvfs(folder, done));
  const value = (name: string) => Number((space as Record<string, unknown>)[name]);
  // File systems without a fixed number of files say that they have none at all.
  return value('f_bavail') * value('f_frsize') <= bytes || (value('f_files') > 0 && value('f_favail') === 0);
}

/** What failed, without anything that the server says in its own words: they may name folders. */
export function sftpFault(error: unknown): string {
  if (error instanceof TargetFault) return error.message;
  const status = statusOf(error);
  if (status === NO_SUCH_FILE) return 'A file or folder vanished while it was worked on.';
  if (status === PERMISSION_DENIED) return 'The user of the console has no permission on the server.';
  if (status !== undefined) return `The server reports failure ${status} of SFTP.`;
  return new ConnectionLost().message;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}
