import { SERVICES } from '@mission-control/contract/catalogue';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@mission-control/contract/people/schema';
import { AppError } from '../../platform/errors.ts';

/** How many of the most common passwords are rejected. */
const MOST_USED = 10_000;

let mostUsed: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first new password: unpacking the list takes time and memory. */
async function loadMostUsed(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, MOST_USED));
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
/** The shortest string whose repetition gives the text. */
const unitOf = (text: string): string => text.slice(0, (text + text).indexOf(text, 1));
const withoutEnds = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Words that anyone who knows the console would try. */
const PRODUCT_WORDS = [
  'mission control',
  'missioncontrol',
  'mission',
  'control',
  'console',
  'admin',
  ...SERVICES.flatMap(({ slug, displayName }) => [slug, displayName]),
];
/** Minimum letters and digits besides words of the product and the person's name. */
const OWN_CHARACTERS = 6;

/**
 * Also matches a common password that makes up at least half of the whole (`Password2026!`), a repeated one (`sunshinesunshine`), and any
 * repetition of up to three characters.
 */
const isMostUsed = (folded: string, list: ReadonlySet<string>): boolean =>
  [folded, withoutEnds(folded)]
    .filter((text) => text.length * 2 >= folded.length)
    .some((text) => list.has(text) || list.has(unitOf(text)) || unitOf(text).length <= 3);

function isOurWords(folded: string, name: string): boolean {
  const words = [...PRODUCT_WORDS, name, ...name.split(/[\s._@-]+/u)]
    .map(fold)
    .filter((word) => word.length >= 3)
    .toSorted((one, other) => other.length - one.length);
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), folded);
  return rest !== folded && (rest.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < OWN_CHARACTERS;
}

/** Why a new password is not allowed; null when it is. @param name of the account */
async function passwordFault(password: string, name: string): Promise<string | null> {
  const { length } = [...password.normalize('NFKC')];
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH)
    return `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;
  const folded = fold(password);
  mostUsed ??= loadMostUsed();
  if (isMostUsed(folded, await mostUsed)) return 'This password is one of the most common ones. Choose another one.';
  if (isOurWords(folded, name))
    return 'This password consists of words from this product or your name. Choose another one.';
  return null;
}

/** @throws AppError('refused') for a password that is too short, too long, too common, or made of words of the product */
export async function checkNewPassword(password: string, name: string): Promise<void> {
  const fault = await passwordFault(password, name);
  if (fault !== null) throw new AppError('refused', fault, { fields: { password: fault } });
}
