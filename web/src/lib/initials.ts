/** The first letters of the first and last word of a name: `anna.lowe` is AL. */
export const initials = (name: string): string =>
  name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .filter((_, at, words) => at === 0 || at === words.length - 1)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('') || '?';
