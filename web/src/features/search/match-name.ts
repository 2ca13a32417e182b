import { cutName, foldName } from '@mission-control/contract/search/rules';
import type { Part } from './match-words.ts';

/** Where a name has the typed text, in the server's order: at its beginning, at that of a word, anywhere; null: nowhere. */
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

/** Folding may change the length of a text, so the end is found by folding one character more at a time. */
function endOfMatch(name: string, from: number, key: string): number | null {
  if (!foldName(name.slice(from)).startsWith(key)) return null;
  let to = from;
  for (const character of name.slice(from)) {
    to += character.length;
    if (foldName(name.slice(from, to)).startsWith(key)) return to;
  }
  return null;
}

/** A name as shown, cut, in three pieces of which the second is what was typed. */
export function shownName(name: string, part: Part | null): readonly [before: string, match: string, after: string] {
  const shown = cutName(name);
  const whole = shown === name ? name.length : shown.length - 1;
  const [from, to] = (part ?? [whole, whole]).map((place) => Math.min(place, whole)) as [number, number];
  return [shown.slice(0, from), shown.slice(from, to), shown.slice(to)];
}
