import { foldName } from '@mission-control/contract/search/rules';

/** The rows with all these words in what they show, whatever the case and the accents. */
export function findRows<Row>(
  rows: readonly Row[],
  search: string,
  shown: (row: Row) => readonly string[],
): readonly Row[] {
  const words = foldName(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = foldName(shown(row).join('\n'));
    return words.every((word) => text.includes(word));
  });
}
