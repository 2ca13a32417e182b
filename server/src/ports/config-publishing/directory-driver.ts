import { hash } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { diskErrorReason } from '../../platform/disk-fault.ts';
import { AppError, errorCode } from '../../platform/errors.ts';
import { flush, readPlain, writeFlushed } from './plain-files.ts';
import type { ConfigPublishing, PublishTarget } from './port.ts';
import { checkedHost, checkedPath, leftBehind, stagedName, TargetFault } from './target-path.ts';
import { outcomeOf, withinTime } from './target-step.ts';

interface Place {
  folder: string;
  file: string;
}

/** Publishes into `root/<host>/config/<path>`: servers on the same machine, or mounted folders. */
export function createDirectoryPublishing({ root, timeoutMs }: { root: string; timeoutMs: number }): ConfigPublishing {
  const place = (target: PublishTarget, path: string, create: boolean) => findPlace(root, target.host, path, create);
  const step = (target: PublishTarget, work: (late: AbortSignal) => Promise<void>) =>
    outcomeOf(target.host, faultOf, () => withinTime(timeoutMs, work));
  return {
    stage: (target, file, publicationId) =>
      step(target, async () => {
        const at = await place(target, file.path, true);
        if (!at) throw new TargetFault('The folder could not be created.');
        const staged = stagedName(publicationId);
        await writeFlushed(join(at.folder, staged), file.content, { replace: true, mode: 0o640 });
        await removeLeftBehind(at.folder, staged);
        await flush(at.folder);
      }),
    verify: (target, file, publicationId) =>
      step(target, async () => {
        const at = await place(target, file.path, false);
        const staged = at && (await readPlain(join(at.folder, stagedName(publicationId))));
        if (!staged) throw new TargetFault('The staged file is missing.');
        if (hash('sha256', staged) !== file.sha256) throw new TargetFault('The staged file is not what was sent.');
      }),
    activate: (target, file, publicationId) =>
      step(target, async (late) => {
        const at = await place(target, file.path, false);
        if (!at) throw new TargetFault('The staged file is missing.');
        const [staged, published] = [join(at.folder, stagedName(publicationId)), join(at.folder, at.file)];
        await existsUnlinked(published);
        // A mount that hung has responded: by now another publication may have replaced the file.
        late.throwIfAborted();
        if (!(await gone(() => rename(staged, published)))) return flush(at.folder);
        const now = await readPlain(published);
        if (!now || hash('sha256', now) !== file.sha256) throw new TargetFault('The staged file is missing.');
      }),
    discard: (target, path, publicationId) =>
      step(target, async () => {
        const staged = stagedName(publicationId);
        const at = await place(target, path, false);
        if (at) await gone(() => unlink(join(at.folder, staged)));
      }),
    withdraw: (target, path) =>
      step(target, async (late) => {
        const at = await place(target, path, false);
        late.throwIfAborted();
        if (at && !(await gone(() => unlink(join(at.folder, at.file))))) await flush(at.folder);
      }),
    async read(target, path) {
      try {
        return await withinTime(timeoutMs, async () => {
          const at = await place(target, path, false);
          return at && (await readPlain(join(at.folder, at.file)));
        });
      } catch (error) {
        throw new AppError('target_failed', `${target.host}: ${faultOf(error)}`, { cause: error });
      }
    },
  };
}

/** Resolves and checks a path; null when a folder on the way is missing and `create` is false. */
async function findPlace(root: string, host: string, path: string, create: boolean): Promise<Place | null> {
  const { folders, file } = checkedPath(path);
  const names = [checkedHost(host), 'config', ...folders];
  const folder = join(root, ...names);
  if (create) {
    await mkdir(root, { recursive: true });
    await walk(root, names, true);
  }
  const isThere = await ignoring('ENOENT', async () => {
    // The folders were checked one by one; this detects a link created in the meantime.
    const [realRoot, realFolder] = await Promise.all([realpath(root), realpath(folder)]);
    if (realFolder !== join(realRoot, ...names)) throw new TargetFault('The path contains a symbolic link.');
  });
  if (isThere) return { folder, file };
  // A dangling link counts as missing.
  await walk(root, names, false);
  return null;
}

/** Checks each folder down to the first that is missing, or creates it. */
async function walk(root: string, names: readonly string[], create: boolean): Promise<void> {
  let folder = root;
  for (const name of names) {
    const parent = folder;
    folder = join(parent, name);
    if (create && (await ignoring('EEXIST', () => mkdir(folder, { mode: 0o750 })))) await flush(parent);
    if (!(await existsUnlinked(folder))) return;
  }
}

/** Whether the name exists. Throws TargetFault when it is a symbolic link. */
async function existsUnlinked(path: string): Promise<boolean> {
  return ignoring('ENOENT', async () => {
    if ((await lstat(path)).isSymbolicLink()) throw new TargetFault('The path contains a symbolic link.');
  });
}

async function removeLeftBehind(folder: string, staged: string): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const modifiedMs = await lstat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.POSITIVE_INFINITY,
      );
      return { name, modifiedMs };
    }),
  );
  for (const name of leftBehind(files, staged)) await gone(() => unlink(join(folder, name)));
}

/** Runs the work; true when its target does not exist. */
async function gone(work: () => Promise<void>): Promise<boolean> {
  return !(await ignoring('ENOENT', work));
}

/** Runs the work; false when it failed with exactly this error code. */
async function ignoring(code: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (errorCode(error) === code) return false;
    throw error;
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  ELOOP: 'The path contains a symbolic link.',
  ENOTDIR: 'A file is where a folder should be.',
  EISDIR: 'A folder is where the file should be.',
};

/** Describes an error without the paths in the operating system's messages. */
function faultOf(error: unknown): string {
  if (error instanceof TargetFault) return error.message;
  const code = errorCode(error) || 'an unknown error';
  return diskErrorReason(error) ?? FAULTS[code] ?? `The operating system reports ${code}.`;
}
