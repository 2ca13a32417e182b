import type { AxisMark } from './chart-frame.tsx';

/** A round number at or above the largest value. */
export function roundTop(largest: number): number {
  if (!(largest > 0)) return 1;
  const size = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * size).find((top) => top >= largest) ?? 10 * size;
}

/** Contiguous segments of a line that have values, as index and value; a single value forms one too. */
export function stretchesOf(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const stretches: { index: number; value: number }[][] = [];
  let open: { index: number; value: number }[] | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null) open = null;
    else if (open) open.push({ index, value });
    else stretches.push((open = [{ index, value }]));
  }
  return stretches;
}

/** About five labels along the bottom, including the first and the last. */
export function spreadMarks(texts: readonly string[], most = 5): AxisMark[] {
  const last = texts.length - 1;
  if (last < 1) return texts.map((text) => ({ at: 0, text }));
  const count = Math.min(most, last + 1);
  return Array.from({ length: count }, (_, step) => {
    const index = Math.round((step * last) / (count - 1));
    return { at: index / last, text: texts[index] ?? '' };
  });
}
