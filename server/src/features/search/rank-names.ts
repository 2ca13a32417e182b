import type { NameRow } from './queries.ts';

/**
 * Names that contain the text: first those starting with it, then those with a word starting with it, then the rest. Stable within a
 * rank.
 * @param key the folded text, taken literally
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
      // No later name can rank higher.
      if (prefixes.length === limit) return prefixes;
    } else if (words.length < limit && row.nameKey.includes(wordStart, at - 1)) words.push(row);
    else if (others.length < limit) others.push(row);
  }
  return [...prefixes, ...words, ...others].slice(0, limit);
}
