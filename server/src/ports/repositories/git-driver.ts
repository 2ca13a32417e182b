import type { Buffer } from 'node:buffer';
import { AppError } from '../../platform/errors.ts';
import { createGitCopies, type GitCopies, type GitRepositoriesOptions } from './git-copies.ts';
import { makeTag, readBranches, readTags } from './git-refs.ts';
import { checkedPath, isCommit } from './names.ts';
import type { Repositories } from './port.ts';

const MAX_FILE = 5 * 1024 * 1024;

/** Any git remote, through the git command. Each repository is fetched into a bare copy, which serves all reads. */
export function createGitRepositories(options: GitRepositoriesOptions): Repositories {
  const copies = createGitCopies(options);
  return {
    branches: (repository) => readBranches(copies, repository),
    tags: (repository) => readTags(copies, repository),
    createTag: (repository, tag) => makeTag(copies, repository, tag),
    readFile: (repository, ref, path) => readBlob(copies, repository, ref, path),
    listFiles: (repository, ref, folder) => listBlobs(copies, repository, ref, folder),
    async resolve(repository, ref) {
      await copies.refresh(repository);
      return copies.commitOf(repository, ref);
    },
    async exportTree(repository, commit, file) {
      if (!isCommit(commit)) throw new AppError('refused', 'This is not a commit.');
      await copies.git(repository, ['archive', '--format=tar', `--output=${file}`, commit]);
    },
  };
}

async function readBlob(copies: GitCopies, repository: string, ref: string, path: string): Promise<Buffer | null> {
  await copies.refresh(repository);
  const commit = await copies.commitOf(repository, ref);
  const entry = (await copies.git(repository, ['ls-tree', '-z', commit, '--', checkedPath(path)])).toString();
  const [, blob] = /^100(?:644|755) blob ([0-9a-f]+)\t/.exec(entry) ?? [];
  if (blob === undefined) return null;
  const size = Number((await copies.git(repository, ['cat-file', '-s', blob])).toString());
  if (size > MAX_FILE) throw new AppError('too_large', `${path} is larger than 5 MB.`);
  return copies.git(repository, ['cat-file', 'blob', blob]);
}

async function listBlobs(copies: GitCopies, repository: string, ref: string, folder: string): Promise<string[]> {
  await copies.refresh(repository);
  const commit = await copies.commitOf(repository, ref);
  const below = folder === '' ? [] : ['--', `${checkedPath(folder)}/`];
  const listed = await copies.git(repository, ['ls-tree', '-r', '-z', '--name-only', commit, ...below]);
  return listed.toString().split('\0').filter(Boolean);
}
