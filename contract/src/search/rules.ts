import { cutText } from '../cut-text.ts';

/** Maximum length of a search text, in characters. */
export const SEARCH_LIMIT = 200;

/** Longer names are truncated in the suggestions. */
const SHOWN_CHARACTERS = 60;

export const cutName = (name: string): string => cutText(name, SHOWN_CHARACTERS);

/** Normalises a name for comparisons that ignore case and Unicode variants. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
