import type { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, basename, dirname } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { checkedRef, isCommit } from './names.ts';
import { createRunGit, type GitEnvironment, type GitResult } from './run-git.ts';

/** Creates a folder atomically; of several concurrent processes the first one wins. */
async function makeFolderOnce(folder: string, fill: (fresh: string) => Promise<unknown>): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const fresh = await mkdtemp(`${folder}.new-`);
  try {
    await fill(fresh);
    await rename(fresh, folder);
    await removeOthers(folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Removes the leftovers of killed processes. A process that is still filling its folder will find that the final one exists. */
async function removeOthers(folder: string): Promise<void> {
  const left = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.new-`));
  for (const name of left) await rm(join(dirname(folder), name), { recursive: true, force: true });
}

/** Removes the lock file that git reports in `stderr` if it is older than any command can run: it was left by a killed one. */
async function removeLeftLock(folder: string, stderr: string, longestMs: number): Promise<void> {
  const lock = /Unable to create '([^'\n]+\.lock)': File exists/.exec(stderr)?.[1];
  if (!lock?.startsWith(`${folder}/`) || lock.includes('/../')) return;
  const [left, now] = await Promise.all([stat(lock).catch(() => null), timeOf(folder)]);
  if (left !== null && now - left.mtimeMs > longestMs) await rm(lock, { force: true });
}

/** Removes the packs that a killed fetch began; a running one keeps writing to its own. */
async function removeLeftPacks(folder: string): Promise<void> {
  const packs = join(folder, 'objects', 'pack');
  const begun = (await readdir(packs)).filter((name) => name.startsWith('tmp_'));
  if (begun.length === 0) return;
  const now = await timeOf(folder);
  for (const name of begun) {
    const left = await stat(join(packs, name)).catch(() => null);
    if (left !== null && now - left.mtimeMs > PACK_MS) await rm(join(packs, name), { force: true });
  }
}

/** Time by the file system's clock, which several machines may share. Needs no space, so that a full disk can be cleaned up. */
async function timeOf(folder: string): Promise<number> {
  const { atime, mtime } = await stat(folder);
  await utimes(folder, atime, mtime);
  return (await stat(folder)).ctimeMs;
}

/** Serializes `work` per key. Callers that arrive during a run share the next one, which starts after they arrived. */
function coalesced(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  const planned = new Map<string, Promise<void>>();
  return (key) => {
    const waiting = planned.get(key);
    if (waiting !== undefined) return waiting;
    const before = last.get(key)?.catch(() => undefined) ?? Promise.resolve();
    const run = before.then(() => {
      planned.delete(key);
      return work(key);
    });
    planned.set(key, run);
    last.set(key, run);
    return run;
  };
}

const QUICK_MS = 30_000;
const REMOTE_MS = 120_000;
/** For a fetch that reports progress. */
const FETCH_MS = 60 * 60_000;
/** An older lock is stale: every command has ended by then; a fetch, which may last longer, locks at its end. */
const LOCK_MS = REMOTE_MS + 60_000;
/** A pack without a write for so long is stale: even a large one is indexed sooner. */
const PACK_MS = 15 * 60_000;
const FETCHES = 3;

export interface GitRepositoriesOptions {
  /** Folder of the bare copies. */
  folder: string;
  /** Address or path of a repository; undefined when not configured. */
  address(repository: string): Promise<string | undefined>;
  environment: GitEnvironment;
}

/** Bare copies of the remotes, used for all reads. */
export interface GitCopies {
  /** Fetches from the remote. */
  refresh(repository: string): Promise<void>;
  /** Runs git on the copy; a non-zero exit code is reported as a failure of the repository. */
  git(repository: string, args: readonly string[], input?: string): Promise<Buffer>;
  /** Pushes one ref and returns git's porcelain output, also when the remote rejects it. */
  push(repository: string, refspec: string): Promise<GitResult>;
  /** Resolves a commit, tag or branch. @throws AppError('not_found') */
  commitOf(repository: string, ref: string): Promise<string>;
}

export function createGitCopies({ folder, address, environment }: GitRepositoriesOptions): GitCopies {
  const runGit = createRunGit(environment);
  const copyOf = (repository: string): string => join(folder, `${repository}.git`);

  const addressOf = async (repository: string): Promise<string> => {
    const found = /^[a-z0-9][a-z0-9-]{0,40}$/.test(repository) ? await address(repository) : undefined;
    if (found !== undefined) return found;
    throw new AppError('refused', `No repository is configured for ${repository}. Add it to RELEASES_FILE.`);
  };

  const git: GitCopies['git'] = async (repository, args, input) => {
    const options = { timeoutMs: QUICK_MS, ...(input !== undefined && { input }) };
    return succeeded(repository, await runGit(copyOf(repository), args, options));
  };

  const fetchNow = async (repository: string): Promise<void> => {
    const from = await addressOf(repository);
    const copy = copyOf(repository);
    await makeFolderOnce(copy, async (fresh) => {
      const made = await runGit(fresh, ['init', '--quiet', '--bare', '--template=', '--', fresh], {
        timeoutMs: QUICK_MS,
      });
      succeeded(repository, made);
    });
    const refs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
    const flags = ['--progress', '--prune', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
    const fetch = (...more: string[]) =>
      runGit(copy, ['fetch', ...flags, ...more, '--', from, ...refs], { timeoutMs: REMOTE_MS, totalMs: FETCH_MS });
    // A failed clean-up must not hide what git itself says.
    await removeLeftPacks(copy).catch(() => undefined);
    let fetched = await fetch('--atomic');
    // Other processes of the console may be using the copy, or one may have died doing so.
    for (let tries = 1; fetched.code !== 0 && tries < FETCHES; tries += 1) {
      await removeLeftLock(copy, fetched.stderr, LOCK_MS).catch(() => undefined);
      // One transaction cannot replace the branch `a` by `a/b`; without it, git prunes first.
      fetched = await fetch();
    }
    succeeded(repository, fetched);
  };

  return {
    refresh: coalesced(fetchNow),
    git,
    async push(repository, refspec) {
      const flags = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no'];
      const args = ['push', ...flags, '--', await addressOf(repository), refspec];
      return runGit(copyOf(repository), args, { timeoutMs: REMOTE_MS });
    },
    async commitOf(repository, ref) {
      const names = isCommit(ref) ? [ref] : [`refs/tags/${checkedRef(ref)}`, `refs/heads/${checkedRef(ref)}`];
      for (const name of names) {
        const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
        const { code, stdout } = await runGit(copyOf(repository), args, { timeoutMs: QUICK_MS });
        const commit = stdout.toString().trim();
        if (code === 0 && isCommit(commit)) return commit;
      }
      throw new AppError('not_found', `The repository of ${repository} has no ${ref}.`);
    },
  };
}

/** @throws AppError('target_failed'); git's own message is only logged, since it contains the address */
export function succeeded(repository: string, { code, stdout, stderr }: GitResult): Buffer {
  if (code === 0) return stdout;
  const cause = new Error(`git ended with ${code}: ${stderr.slice(-1_000)}`);
  if (/No space left on device|Disk quota exceeded|Read-only file system/.test(stderr))
    throw new AppError(
      'target_failed',
      'The disk of DATA_DIR/repositories is full or read-only. Make room, then try again.',
      { cause },
    );
  throw new AppError('target_failed', `The repository of ${repository} cannot be read. Try again in a moment.`, {
    cause,
  });
}
