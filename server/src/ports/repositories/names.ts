import { AppError } from '../../platform/errors.ts';

const MAX_REF_LENGTH = 128;

/** True for a usable branch or tag name: the subset of `git check-ref-format` that no program takes for an option, a command or markup. */
export const isUsableRef = (name: string): boolean =>
  name.length <= MAX_REF_LENGTH &&
  /^[A-Za-z0-9._][A-Za-z0-9._-]*(?:\/[A-Za-z0-9._][A-Za-z0-9._-]*)*$/.test(name) &&
  !/\.\.|\.$|(?:^|\/)\.|\.lock(?:\/|$)/.test(name);

/** @throws AppError('refused') */
export function checkedRef(name: string): string {
  if (isUsableRef(name)) return name;
  throw new AppError(
    'refused',
    'This is not a usable branch or tag name: only letters, digits and . _ / - are allowed.',
  );
}

export const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** Validates a path inside a repository. @throws AppError('refused') */
export function checkedPath(path: string): string {
  const parts = path.split('/');
  const fine = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\n\\]/.test(part));
  if (fine && path.length <= 1_000) return path;
  throw new AppError('refused', 'This is not a usable path inside a repository.');
}

/** Sanitizes a tagger name: removes characters that git treats as the end of a name or line. */
export const taggerName = (name: string): string => name.replaceAll(/[<>\p{Cc}]/gu, ' ').trim() || 'Mission Control';
