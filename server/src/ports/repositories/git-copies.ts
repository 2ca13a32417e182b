import type { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { coalesced } from './coalesced.ts';
import { makeFolderOnce, removeLeftLock } from './copy-folder.ts';
import { checkedRef, isCommit } from './names.ts';
import { createRunGit, type GitEnvironment, type GitResult } from './run-git.ts';

const QUICK_MS = 30_000;
const REMOTE_MS = 120_000;
/** A lock that is older is nobody's: every command has ended by then. */
const LOCK_MS = REMOTE_MS + 60_000;
const FETCHES = 3;

export interface GitRepositoriesOptions {
  /** Where copies of the repositories are kept. */
  folder: string;
  /** Address or path of a repository; undefined when it is not configured. It may take a while to be known. */
  address(repository: string): Promise<string | undefined>;
  environment: GitEnvironment;
}

/** Bare copies of the remotes, which everything is read from. */
export interface GitCopies {
  /** Brings the copy up to date with the remote. */
  refresh(repository: string): Promise<void>;
  /** Git on the copy; any exit code but 0 means that the repository is at fault. */
  git(repository: string, args: readonly string[], input?: string): Promise<Buffer>;
  /** Pushes one ref and answers what git says in its porcelain; a refusal by the remote is an answer, too. */
  push(repository: string, refspec: string): Promise<GitResult>;
  /** The commit of a commit, a tag or a branch. @throws AppError('not_found') */
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
    const flags = ['--quiet', '--prune', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--atomic'];
    const args = ['fetch', ...flags, '--', from, ...refs];
    let fetched = await runGit(copy, args, { timeoutMs: REMOTE_MS });
    // Other processes of the console may be at the same copy, or one may have died there.
    for (let tries = 1; fetched.code !== 0 && tries < FETCHES; tries += 1) {
      await removeLeftLock(copy, fetched.stderr, LOCK_MS);
      fetched = await runGit(copy, args, { timeoutMs: REMOTE_MS });
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

/** @throws AppError('target_failed'); what git said goes to the log only, since it names the address */
export function succeeded(repository: string, { code, stdout, stderr }: GitResult): Buffer {
  if (code === 0) return stdout;
  const cause = new Error(`git ended with ${code}: ${stderr.slice(0, 1_000)}`);
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
