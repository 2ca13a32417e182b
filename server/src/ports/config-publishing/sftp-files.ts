import { Buffer } from 'node:buffer';
import { posix } from 'node:path';
import type { FileEntryWithStats, Stats } from 'ssh2';
import { ConnectionLost } from './sftp-connection.ts';
import { MAX_FILE_LENGTH, tooLong } from './plain-files.ts';
import type { ServerAccess } from './sftp-pool.ts';
import { checkedPath, leftBehind, TargetFault } from './target-path.ts';

interface Place {
  folder: string;
  file: string;
}

const { join } = posix;
const READ_BYTES = 128 * 1024;
/** Entries of a folder that are looked at: a hostile server may list one without end. */
const MAX_ENTRIES = 10_000;
/** Requests for them, since a hostile server may answer each with none. OpenSSH lists 100 entries at a time. */
const MAX_LISTINGS = 1_000;
// Status codes of SFTP 3. Most disk faults have no code and arrive as FAILURE.
const END_OF_FILE = 1;
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
const FAILURE = 4;

/** Resolves and checks a path; null when a folder on the way is missing and `create` is false. */
export async function findPlace(access: ServerAccess, path: string, create: boolean): Promise<Place | null> {
  const { connection, server } = access;
  const { folders, file } = checkedPath(path);
  const names = ['config', ...folders];
  const root = await present(connection.run<Stats>((sftp, done) => sftp.stat(server.root, done)));
  // The root is never created: a missing root may be an unmounted disk.
  if (!root?.isDirectory()) throw new TargetFault('The configured root is not a folder on the server.');
  let folder = server.root;
  for (const name of names) {
    const parent = folder;
    folder = join(parent, name);
    if (await isPlain(access, folder, 'folder')) continue;
    if (!create) return null;
    await makeFolder(access, parent, folder);
  }
  // The folders were checked one by one; this detects a link created in the meantime.
  const real = (of: string) => connection.run<string>((sftp, done) => sftp.realpath(of, done));
  const [realRoot, realFolder] = await Promise.all([real(server.root), real(folder)]);
  if (realFolder !== join(realRoot, ...names)) throw new TargetFault('The path contains a symbolic link.');
  return { folder, file };
}

async function makeFolder(access: ServerAccess, parent: string, folder: string): Promise<void> {
  try {
    await access.connection.run((sftp, done) => sftp.mkdir(folder, { mode: 0o750 }, done));
  } catch (error) {
    // Another publication may have created it meanwhile.
    if (!(await isPlain(access, folder, 'folder'))) throw await writeFault(access, parent, error, 0);
  }
  await flushFolder(access, parent);
}

/** Whether the name exists. Throws TargetFault when it is a link or of another kind. */
export async function isPlain({ connection }: ServerAccess, path: string, kind: 'folder' | 'file'): Promise<boolean> {
  const found = await present(connection.run<Stats>((sftp, done) => sftp.lstat(path, done)));
  if (!found) return false;
  if (found.isSymbolicLink()) throw new TargetFault('The path contains a symbolic link.');
  if (kind === 'folder' && !found.isDirectory()) throw new TargetFault('A file is where a folder should be.');
  if (kind === 'file' && found.isDirectory()) throw new TargetFault('A folder is where the file should be.');
  if (kind === 'file' && !found.isFile()) throw new TargetFault('Something other than a file has this name.');
  return true;
}

/** Writes and flushes a new file. A partial file is removed again, as far as the server permits. */
export async function writeFlushed(
  access: ServerAccess,
  { folder }: Place,
  name: string,
  content: Buffer,
): Promise<void> {
  const { connection } = access;
  const path = join(folder, name);
  // Left by an aborted attempt; the name is made from the publication id.
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
    // Checked before removing the partial file, which frees space.
    const fault = await writeFault(access, folder, error, content.length);
    await close().catch(() => undefined);
    await removeFile(access, path).catch(() => undefined);
    throw fault;
  }
}

/** Removes orphaned staged files of earlier publications. */
export async function removeLeftBehind(access: ServerAccess, { folder }: Place, staged: string): Promise<void> {
  const files = (await listFolder(access, folder)).map(({ filename, attrs }) => ({
    name: filename,
    modifiedMs: attrs.mtime * 1000,
  }));
  for (const name of leftBehind(files, staged)) await removeFile(access, join(folder, name));
}

async function listFolder({ connection }: ServerAccess, folder: string): Promise<FileEntryWithStats[]> {
  const handle = await connection.run<Buffer>((sftp, done) => sftp.opendir(folder, done));
  const entries: FileEntryWithStats[] = [];
  try {
    for (let listings = 0; listings < MAX_LISTINGS && entries.length < MAX_ENTRIES; listings += 1)
      entries.push(...(await connection.run<FileEntryWithStats[]>((sftp, done) => sftp.readdir(handle, done))));
  } catch (error) {
    if (statusOf(error) !== END_OF_FILE) throw error;
  } finally {
    await connection.run((sftp, done) => sftp.close(handle, done)).catch(() => undefined);
  }
  return entries;
}

/** Reads a regular file; null when it does not exist. */
export async function readPlain(access: ServerAccess, path: string): Promise<Buffer | null> {
  const { connection } = access;
  if (!(await isPlain(access, path, 'file'))) return null;
  const handle = await present(connection.run<Buffer>((sftp, done) => sftp.open(path, 'r', done)));
  if (!handle) return null;
  try {
    const parts: Buffer[] = [];
    const buffer = Buffer.alloc(READ_BYTES);
    for (let at = 0; at <= MAX_FILE_LENGTH;) {
      const bytes = await connection.run<number>((sftp, done) => sftp.read(handle, buffer, 0, READ_BYTES, at, done));
      if (bytes === 0) return Buffer.concat(parts);
      // Copied: each part of a server that sends single bytes would otherwise hold a whole buffer.
      parts.push(Buffer.from(buffer.subarray(0, bytes)));
      at += bytes;
    }
    throw tooLong();
  } finally {
    await connection.run((sftp, done) => sftp.close(handle, done)).catch(() => undefined);
  }
}

/** Removes a file; false when it does not exist. */
export async function removeFile({ connection }: ServerAccess, path: string): Promise<boolean> {
  const removed = connection.run((sftp, done) => sftp.unlink(path, done));
  return (await present(removed.then(() => true))) ?? false;
}

/** Atomically renames over an existing file; false when the source does not exist. */
export async function replaceFile({ connection }: ServerAccess, from: string, to: string): Promise<boolean> {
  const renamed = connection.run((sftp, done) => sftp.ext_openssh_rename(from, to, done));
  return (await present(renamed.then(() => true))) ?? false;
}

/** Flushes a folder, so that renames and creations in it survive a power failure. */
export async function flushFolder({ connection }: ServerAccess, folder: string): Promise<void> {
  let handle: Buffer;
  try {
    handle = await connection.run<Buffer>((sftp, done) => sftp.open(folder, 'r', done));
  } catch (error) {
    // Only OpenSSH can open folders like files; on other servers, durability is up to the server.
    if (statusOf(error) === undefined) throw error;
    return;
  }
  try {
    await connection.run((sftp, done) => sftp.ext_openssh_fsync(handle, done));
  } finally {
    await connection.run((sftp, done) => sftp.close(handle, done)).catch(() => undefined);
  }
}

/** Result of the request; undefined when the file does not exist. */
async function present<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === NO_SUCH_FILE) return undefined;
    throw error;
  }
}

/** Explains a failed write: SFTP has no status for a full disk, so the free space is queried. */
async function writeFault(access: ServerAccess, folder: string, error: unknown, bytes: number): Promise<unknown> {
  if (statusOf(error) !== FAILURE) return error;
  const full = await isFull(access, folder, bytes).catch(() => undefined);
  if (full === true) return new TargetFault('The disk of the server is full.');
  return new TargetFault('The server could not write the file; its disk or a quota may be full.');
}

async function isFull({ connection }: ServerAccess, folder: string, bytes: number): Promise<boolean> {
  const space = await connection.run<unknown>((sftp, done) => sftp.ext_openssh_statvfs(folder, done));
  const value = (name: string) => Number((space as Record<string, unknown>)[name]);
  // File systems without a fixed number of inodes report zero of them.
  return value('f_bavail') * value('f_frsize') <= bytes || (value('f_files') > 0 && value('f_favail') === 0);
}

/** Describes an error without the server's own text, which may name folders. */
export function sftpFault(error: unknown): string {
  if (error instanceof TargetFault) return error.message;
  const status = statusOf(error);
  if (status === NO_SUCH_FILE) return 'A file or folder vanished while it was in use.';
  if (status === PERMISSION_DENIED) return 'The user of the console has no permission on the server.';
  if (status !== undefined) return `The server reports SFTP failure ${status}.`;
  return new ConnectionLost().message;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}
