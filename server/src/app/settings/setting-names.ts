/** Variables of other programs whose names resemble a setting. */
const FOREIGN = new Set(['HOME', 'HOSTNAME']);

/**
 * Finds environment variables that look like misspelt settings, with the probable setting.
 * @param passedOn names passed to commands of the installation
 */
export function misspeltSettings(
  source: Record<string, string | undefined>,
  settings: readonly string[],
  passedOn: readonly string[] = [],
): { name: string; meant: string }[] {
  return Object.keys(source).flatMap((name) => {
    if (settings.includes(name) || FOREIGN.has(name) || passedOn.includes(name)) return [];
    const meant = settings
      .filter((known) => source[known] === undefined)
      .map((known) => ({ known, edits: editDistance(name.toUpperCase(), known) }))
      .filter(({ known, edits }) => edits <= allowedEdits(known))
      .toSorted((one, other) => one.edits - other.edits)[0]?.known;
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Short names are similar to many others. */
const allowedEdits = (known: string): number => (known.length <= 7 ? 1 : 2);

/** Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. */
export function editDistance(one: string, other: string): number {
  let previous: number[] = [];
  let current = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (current[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      const swaps = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const swapped = swaps ? (previous[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, (current[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, swapped));
    }
    [previous, current] = [current, next];
  }
  return current[other.length] ?? 0;
}
