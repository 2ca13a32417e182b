import type { Buffer } from 'node:buffer';
import { AppError } from '../../platform/errors.ts';
import { succeeded, type GitCopies } from './git-copies.ts';
import { checkedRef, isCommit, isUsableRef, taggerName } from './names.ts';
import type { Branch, Listed, NewTag, Repositories, Tag } from './port.ts';

/** Whether `git push --porcelain` reports one ref as created, whatever the exit code: only `*` is a new ref. */
export const reportsCreation = (porcelain: string, ref: string): boolean =>
  porcelain.split('\n').some((line) => line.startsWith('*\t') && line.split('\t')[1]?.endsWith(`:${ref}`));

const [BRANCHES, TAGS] = ['refs/heads/', 'refs/tags/'];
/** Prefix of the line with the branch in a tag message. */
const BRANCH_LINE = 'Branch: ';

export async function readBranches(copies: GitCopies, repository: string): Promise<Listed<Branch>> {
  await copies.refresh(repository);
  const format = '--format=%(refname)%00%(objectname)';
  const all = records(await copies.git(repository, ['for-each-ref', format, BRANCHES]));
  return usable(all.map(([ref = '', commit = '']) => ({ name: ref.slice(BRANCHES.length), commit })));
}

export async function readTags(copies: GitCopies, repository: string): Promise<Listed<Tag>> {
  await copies.refresh(repository);
  const fields = [
    'refname',
    'objecttype',
    '*objecttype',
    'objectname',
    '*objectname',
    'creatordate:unix',
    'contents:subject',
  ];
  const format = `--format=${fields.map((field) => `%(${field})`).join('%00')}`;
  const sorting = ['--sort=-version:refname', '--sort=-creatordate'];
  const listed = records(await copies.git(repository, ['for-each-ref', ...sorting, format, TAGS]));
  const all = listed.filter(([, type, peeled]) => type === 'commit' || peeled === 'commit');
  const commits = all.map(([, , , object = '', peeled = '']) => peeled || object);
  const named = await branchNames(copies, repository, commits);
  return usable(
    all.map(([ref = '', , , , , seconds = '', subject = ''], index) => {
      const written = subject.startsWith(BRANCH_LINE) ? subject.slice(BRANCH_LINE.length) : '';
      return {
        name: ref.slice(TAGS.length),
        commit: commits[index] ?? '',
        createdAt: new Date(Number(seconds) * 1000),
        branch: isUsableRef(written) ? written : (named[index] ?? ''),
      };
    }),
  );
}

/** For each commit, a branch that contains it; '' when there is none with a usable name. */
async function branchNames(copies: GitCopies, repository: string, commits: readonly string[]): Promise<string[]> {
  if (commits.length === 0) return [];
  const args = ['name-rev', '--annotate-stdin', '--name-only', `--refs=${BRANCHES}*`];
  const lines = (await copies.git(repository, args, commits.map((commit) => `${commit}\n`).join('')))
    .toString()
    .split('\n');
  return commits.map((commit, index) => {
    // `main~3^2`: the branch precedes the steps; a commit on no branch is repeated as is.
    const name = (lines[index] ?? '').replace(/[~^].*$/, '');
    return name === commit || !isUsableRef(name) ? '' : name;
  });
}

export async function makeTag(
  copies: GitCopies,
  repository: string,
  { branch, tag, by, at, id: request }: NewTag,
): ReturnType<Repositories['createTag']> {
  const ref = `${TAGS}${checkedRef(tag)}`;
  await copies.refresh(repository);
  const commit = await headOf(copies, repository, checkedRef(branch));
  if ((await idOf(copies, repository, ref)) !== null) return { outcome: 'exists' };
  const object = [
    `object ${commit}`,
    'type commit',
    `tag ${tag}`,
    `tagger ${taggerName(by)} <mission-control> ${Math.floor(at.getTime() / 1000)} +0000`,
    '',
    `${BRANCH_LINE}${branch}`,
    '',
    // Makes the object the caller's own, whoever else creates the same tag in the same second.
    `Id: ${request}`,
    '',
  ];
  const id = (await copies.git(repository, ['mktag'], object.join('\n'))).toString().trim();
  const pushed = await copies.push(repository, `${id}:${ref}`).catch((error: unknown) => error as AppError);
  if (!(pushed instanceof Error) && reportsCreation(pushed.stdout.toString(), ref))
    return { outcome: 'created', commit };
  // The reply was lost or late, another client created it meanwhile, or the remote's own rules reject it.
  await copies.refresh(repository);
  const stored = await idOf(copies, repository, ref);
  if (stored === id) return { outcome: 'created', commit };
  if (stored !== null) return { outcome: 'exists' };
  if (pushed instanceof Error) throw pushed;
  succeeded(repository, pushed);
  throw new AppError('target_failed', `The repository of ${repository} rejected the tag. Try again in a moment.`);
}

async function headOf(copies: GitCopies, repository: string, branch: string): Promise<string> {
  const commit = await idOf(copies, repository, `${BRANCHES}${branch}`);
  if (commit !== null && isCommit(commit)) return commit;
  throw new AppError('not_found', `The repository of ${repository} has no branch ${branch}.`);
}

/** Object id of a full ref; null when it does not exist. */
async function idOf(copies: GitCopies, repository: string, ref: string): Promise<string | null> {
  const listed = records(await copies.git(repository, ['for-each-ref', '--format=%(refname)%00%(objectname)', ref]));
  // The pattern also matches refs below it.
  return listed.find(([name]) => name === ref)?.[1] ?? null;
}

/** Records of a listing with NUL-separated fields. */
const records = (output: Buffer): string[][] =>
  output
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\0'));

function usable<Ref extends { name: string }>(all: Ref[]): Listed<Ref> {
  const refs = all.filter((ref) => isUsableRef(ref.name));
  return { refs, leftOut: all.length - refs.length };
}
