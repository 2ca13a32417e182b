import type { NameRow } from './queries.ts';

/**
 * The names that contain the text: those that begin with it first, then those with a word that does, then the rest; equals
 * in the order they are given in.
 * @param key the text, folded as the keys are; nothing in it has a meaning of its own.
 */
export function rankNames(names: readonly NameRow[], key: string, limit: number): NameRow[] {
  const wordStart = ` ${key}`;
  const prefixes: NameRow[] = [];
  const words: NameRow[] = [];
  const others: NameRow[] = [];
  for (const row of names) {
    const at = row.nameKey.indexOf(key);
    if (at === -1) continue;
    if (at === 0) {
      prefixes.push(row);
      // Nothing that comes later can be better than these.
      if (prefixes.length === limit) return prefixes;
    } else if (words.length < limit && row.nameKey.includes(wordStart, at - 1)) words.push(row);
    else if (others.length < limit) others.push(row);
  }
  return [...prefixes, ...words, ...others].slice(0, limit);
}
