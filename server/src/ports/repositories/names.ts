import { AppError } from '../../platform/errors.ts';

const LONGEST_REF = 128;

/**
 * True for a branch's or tag's name that may be passed on: a part of what `git check-ref-format` allows that no program takes for an
 * option, a command or markup.
 */
export const isUsableRef = (name: string): boolean =>
  name.length <= LONGEST_REF &&
  /^[A-Za-z0-9._][A-Za-z0-9._-]*(?:\/[A-Za-z0-9._][A-Za-z0-9._-]*)*$/.test(name) &&
  !/\.\.|\.$|(?:^|\/)\.|\.lock(?:\/|$)/.test(name);

/** @throws AppError('refused') */
export function checkedRef(name: string): string {
  if (isUsableRef(name)) return name;
  throw new AppError('refused', 'This is no usable name of a branch or tag: letters, digits and . _ / - only.');
}

export const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** A path inside a repository, without anything that leads out of it. @throws AppError('refused') */
export function checkedPath(path: string): string {
  const parts = path.split('/');
  const fine = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\n\\]/.test(part));
  if (fine && path.length <= 1_000) return path;
  throw new AppError('refused', 'This is no usable path inside a repository.');
}

/** A name as it may stand in a tag: what git takes for the end of a name or a line is left out. */
export const taggerName = (name: string): string => name.replaceAll(/[<>\p{Cc}]/gu, ' ').trim() || 'Mission Control';
