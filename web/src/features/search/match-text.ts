import { cutName, foldName } from '@mission-control/contract/search/rules';

/** A part of a text: `from` inclusive, `to` exclusive. */
export type Part = readonly [from: number, to: number];

/**
 * Matches the typed text against beginnings of words, in order: `cs` and `cr st` match "Cron Statistics". Null unless all of it
 * matches.
 */
export function matchWords(label: string, typed: string): Part[] | null {
  const words = [...label.matchAll(/\S+/g)].map((word) => ({ at: word.index, text: word[0].toLowerCase() }));
  return matchFrom(typed.trim().toLowerCase(), words);
}

function matchFrom(typed: string, words: readonly { at: number; text: string }[]): Part[] | null {
  if (typed === '') return [];
  for (const [index, { at, text }] of words.entries()) {
    // Longest first; a shorter match leaves more for the following words.
    for (let length = sameStart(typed, text); length > 0; length -= 1) {
      const rest = matchFrom(typed.slice(length).trimStart(), words.slice(index + 1));
      if (rest) return [[at, at + length], ...rest];
    }
  }
  return null;
}

function sameStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Finds the typed text in a name by the server's ranking: start of the name, start of a word, anywhere; null: not found. */
export function matchName(name: string, typed: string): Part | null {
  const key = foldName(typed.trim());
  if (key === '' || !foldName(name).includes(key)) return null;
  let best: Part | null = null;
  let at = 0;
  for (const character of name) {
    const to = endOfMatch(name, at, key);
    if (to !== null) {
      const startsWord = at === 0 || /\s/u.test(name[at - 1] ?? '');
      if (startsWord) return [at, to];
      best ??= [at, to];
    }
    at += character.length;
  }
  return best;
}

/** Folding may change the length of a text, so the end is found by folding one more character at a time. */
function endOfMatch(name: string, from: number, key: string): number | null {
  if (!foldName(name.slice(from)).startsWith(key)) return null;
  let to = from;
  for (const character of name.slice(from)) {
    to += character.length;
    if (foldName(name.slice(from, to)).startsWith(key)) return to;
  }
  return null;
}

/** The truncated name in three pieces; the second is the match. */
export function shownName(name: string, part: Part | null): readonly [before: string, match: string, after: string] {
  const shown = cutName(name);
  const whole = shown === name ? name.length : shown.length - 1;
  const [from, to] = (part ?? [whole, whole]).map((place) => Math.min(place, whole)) as [number, number];
  return [shown.slice(0, from), shown.slice(from, to), shown.slice(to)];
}
