import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { diskErrorReason } from '../platform/disk-fault.ts';
import { AppError } from '../platform/errors.ts';
import { flush } from './config-publishing/plain-files.ts';

/** A location that a release is served from. */
export interface Target {
  host: string;
  /** Below the server's root, `/`-separated plain names, e.g. `prod/coursepro/strive`. */
  path: string;
}

/** A deployed artifact and the plain name of its copy on the servers. */
interface StagedRelease {
  name: string;
  sha256: string;
}

/** Runs a command to completion. @throws when it fails or is aborted */
export type Execute = (argv: readonly string[], cwd: string) => Promise<void>;

/** How a step on the files of a server is done. */
export interface Step {
  execute: Execute;
  /**
   * Aborts when the run does not wait for the step any more: from then on, others may change the target, and the step must not. That is at
   * its time limit and, unless it also restores the servers of an aborted run, when the run is aborted or given up.
   */
  signal: AbortSignal;
}

/** The folders of one build. */
export interface Workplace {
  /** Path for the exported tree as a tar file. */
  tree: string;
  /** Folder in which it is unpacked and built. */
  source: string;
  /** Output folder of the build; its content becomes the artifact. */
  out: string;
}

/**
 * Release files: artifacts by SHA-256, and their copies on servers. On a server every copy has its own folder, and the link `current`
 * points at the served one, so readers see either the old or the new copy. All steps are idempotent. Errors: AppError('target_failed') with
 * a message for the user.
 */
export interface ReleaseFiles {
  /** Provides empty folders for a build and removes them afterwards. `name` is unique for the build. */
  withWorkplace<T>(name: string, work: (place: Workplace) => Promise<T>): Promise<T>;
  /** Removes the folders of dead builds. @param isNeeded whether the build of this name still runs; called after the folder was listed */
  dropWorkplaces(isNeeded: (name: string) => Promise<boolean>): Promise<void>;
  unpackTree(place: Workplace, execute: Execute): Promise<void>;
  /** Stores the output of the build as an artifact. @throws AppError('target_failed') when there is none */
  keep(place: Workplace, execute: Execute): Promise<{ sha256: string; size: number }>;
  /** Removes all artifacts except these and those stored since. */
  dropArtifacts(keep: readonly string[], since: Date): Promise<void>;
  /**
   * Copies an artifact to a server and verifies its SHA-256, without affecting the served copy. First frees the space of what dead steps
   * left there.
   */
  stage(target: Target, release: StagedRelease, step: Step): Promise<void>;
  /** Working folder of a command on a copy, and the folder shared by all copies of the target. */
  commandPlace(target: Target, name: string): Promise<{ cwd: string; shared: string }>;
  /** Switches to this copy; null: none. */
  switchTo(target: Target, name: string | null, step: Pick<Step, 'signal'>): Promise<void>;
  /** Removes all copies except these and the served one, and what dead steps left. */
  prune(target: Target, keep: readonly string[], step: Pick<Step, 'signal'>): Promise<void>;
}

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/;
/** Begins the name of what one step creates and others must not touch; no copy may have such a name. */
const TEMPORARY = '.tmp.';

interface DirectoryOptions {
  root: string;
  /** Returns a name unique among all writers. */
  uniqueName: () => string;
}

/** Stores artifacts in `root/artifacts` and servers in `root/servers/<host>`, local or mounted. */
export function createDirectoryReleases({ root, uniqueName }: DirectoryOptions): ReleaseFiles {
  const artifact = (sha256: string): string => join(root, 'artifacts', `${checked(sha256)}.tar.gz`);
  const folderOf = ({ host, path }: Target): string =>
    join(root, 'servers', checked(host), ...path.split('/').map(checked));
  const copyOf = (target: Target, name: string): string => join(folderOf(target), 'copies', checked(name));
  const temporaryIn = (folder: string): string => join(folder, `${TEMPORARY}${uniqueName()}`);
  return explaining({
    withWorkplace: (name, work) => withWorkplace(join(root, 'work', checked(name)), work),
    async dropWorkplaces(isNeeded) {
      for (const name of await namesIn(join(root, 'work')))
        if (!(await isNeeded(name))) await rm(join(root, 'work', name), { recursive: true, force: true });
    },
    unpackTree: (place, execute) => execute(['tar', '-xf', place.tree], place.source),
    keep: (place, execute) => keepArtifact(place, artifact, execute),
    async dropArtifacts(keep, since) {
      const kept = new Set(keep.map((sha256) => basename(artifact(sha256))));
      const folder = join(root, 'artifacts');
      for (const name of await namesIn(folder)) {
        const file = join(folder, name);
        if (!kept.has(name) && (await stat(file)).mtime < since) await rm(file, { force: true });
      }
    },
    async stage(target, { name, sha256 }, step) {
      const copy = copyOf(target, name);
      // Not only after the deploy: on a full disk it would never get there. What cannot be removed now, prune reports.
      await removeAll(await leftIn(dirname(copy)), temporaryIn, step.signal).catch(() => undefined);
      step.signal.throwIfAborted();
      await stageCopy({ copy, unpacked: temporaryIn(dirname(copy)), artifact: artifact(sha256) }, sha256, step);
    },
    async commandPlace(target, name) {
      const shared = join(folderOf(target), 'shared');
      await mkdir(shared, { recursive: true });
      return { cwd: copyOf(target, name), shared };
    },
    async switchTo(target, name, { signal }) {
      const folder = folderOf(target);
      await switchLink(folder, name === null ? null : checked(name), temporaryIn(folder), signal);
    },
    async prune(target, keep, { signal }) {
      const folder = folderOf(target);
      const kept = new Set([...keep, await servedName(folder)]);
      const copies = await namesIn(join(folder, 'copies'));
      const old = copies.filter((name) => !kept.has(name)).map((name) => join(folder, 'copies', name));
      await removeAll([...old, ...(await leftIn(folder))], temporaryIn, signal);
    },
  });
}

/** Wraps the driver to explain disk faults. */
function explaining(files: ReleaseFiles): ReleaseFiles {
  const explained = { ...files } as Record<string, (...args: never[]) => Promise<unknown>>;
  for (const [name, step] of Object.entries(explained)) {
    explained[name] = async (...args) => {
      try {
        return await step(...args);
      } catch (error) {
        const fault = error instanceof AppError ? undefined : diskErrorReason(error);
        if (fault === undefined) throw error;
        throw new AppError('target_failed', `The folder of releases (RELEASES_DIR) cannot be written to: ${fault}`, {
          cause: error,
        });
      }
    };
  }
  return explained as unknown as ReleaseFiles;
}

function checked(name: string): string {
  if (PLAIN.test(name) && !name.includes('..')) return name;
  throw new AppError('target_failed', 'The release contains a name that is not a valid folder name.');
}

async function withWorkplace<T>(folder: string, work: (place: Workplace) => Promise<T>): Promise<T> {
  const place = { tree: join(folder, 'tree.tar'), source: join(folder, 'source'), out: join(folder, 'out') };
  await rm(folder, { recursive: true, force: true });
  for (const path of [place.source, place.out]) await mkdir(path, { recursive: true });
  try {
    return await work(place);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keepArtifact(
  place: Workplace,
  artifact: (sha256: string) => string,
  execute: Execute,
): Promise<{ sha256: string; size: number }> {
  if ((await readdir(place.out)).length === 0)
    throw new AppError('target_failed', 'The build produced no files in {out}.');
  const packed = `${place.tree}.packed`;
  await execute(['tar', '-czf', packed, '-C', place.out, '.'], place.source);
  const sha256 = await hashOf(packed);
  const { size } = await stat(packed);
  await flush(packed);
  const stored = artifact(sha256);
  await mkdir(dirname(stored), { recursive: true });
  await rename(packed, stored);
  await flush(dirname(stored));
  return { sha256, size };
}

/** A copy is unpacked under a temporary name, flushed and renamed: with its final name it is complete, even after a power failure. */
async function stageCopy(
  { copy, unpacked, artifact }: Record<'copy' | 'unpacked' | 'artifact', string>,
  sha256: string,
  { execute, signal }: Step,
): Promise<void> {
  if (await stat(copy).catch(ifMissing(null))) return;
  const archive = `${unpacked}.artifact`;
  await mkdir(unpacked, { recursive: true });
  try {
    await unpackWhole({ artifact, archive, unpacked }, sha256, execute);
    signal.throwIfAborted();
    await rename(unpacked, copy);
  } finally {
    for (const left of [archive, unpacked]) await rm(left, { recursive: true, force: true });
  }
  await flush(dirname(copy));
}

/** Temporary files of dead or abandoned steps in a folder: a place has only one step at a time that is not aborted. */
const leftIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => name.startsWith(TEMPORARY)).map((name) => join(folder, name));

/** Removes these. @throws the first failure, after all have been tried */
async function removeAll(
  paths: readonly string[],
  temporaryIn: (folder: string) => string,
  signal: AbortSignal,
): Promise<void> {
  const removals = paths.map((path) => removeAtOnce(path, temporaryIn(dirname(path)), signal));
  const failed = (await Promise.allSettled(removals)).find((removal) => removal.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Renames a copy before its files are removed, because one with its final name must be complete. An abandoned step may remove or rename
 * its own files meanwhile.
 */
async function removeAtOnce(path: string, temporary: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await rename(path, temporary).catch(ifMissing(undefined));
  await rm(temporary, { recursive: true, force: true });
}

async function unpackWhole(
  { artifact, archive, unpacked }: Record<'artifact' | 'archive' | 'unpacked', string>,
  sha256: string,
  execute: Execute,
): Promise<void> {
  await copyFile(artifact, archive).catch((cause: unknown) => {
    if (diskErrorReason(cause) !== undefined) throw cause;
    throw new AppError('target_failed', 'The artifact of this release is gone. Create the release again.', { cause });
  });
  const copied = await hashOf(archive);
  if (copied !== sha256) throw new AppError('target_failed', 'The copied artifact is not the one that was built.');
  await execute(['tar', '-xzf', archive], unpacked);
  // Flushes the whole file system at once: a release may have tens of thousands of files.
  await execute(['sync', '-f', unpacked], unpacked);
}

/** Replaces the link atomically, by a rename. */
async function switchLink(folder: string, name: string | null, next: string, signal: AbortSignal): Promise<void> {
  const current = join(folder, 'current');
  if (name === null) {
    signal.throwIfAborted();
    await rm(current, { force: true });
    return flush(folder).catch(ifMissing(undefined));
  }
  if (!(await stat(join(folder, 'copies', name)).catch(ifMissing(null))))
    throw new AppError('target_failed', 'The copy to be served is not on the server.');
  await symlink(join('copies', name), next);
  try {
    signal.throwIfAborted();
    await rename(next, current);
  } finally {
    await rm(next, { force: true });
  }
  await flush(folder);
}

/** Name of the served copy; null: none. */
const servedName = async (folder: string): Promise<string | null> => {
  const link = await readlink(join(folder, 'current')).catch(ifMissing(null));
  return link === null ? null : basename(link);
};

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(ifMissing([]));

const ifMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead;
    throw error;
  };
