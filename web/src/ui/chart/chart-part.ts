import { chartColor, color } from '../theme/tokens.ts';

/** A part of a whole as charts show it. */
export interface ChartPart {
  label: string;
  value: number;
  /** Its share of the whole, in words: '53.2%'. */
  share: string;
}

const count = new Intl.NumberFormat('en-GB');

/** '1,038,442'. */
export const countText = (value: number): string => count.format(value);

const UNITS = [
  ['bn', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/** '262k', '1.04 M': three digits at most, for tight places. */
export function shortCountText(value: number): string {
  // Move to the next unit where rounding would need a fourth digit.
  const unit = UNITS.find(([, size]) => value >= size * 0.9995);
  if (!unit) return countText(Math.round(value));
  const [name, size] = unit;
  const digits = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 }).format(value / size);
  return name === 'k' ? `${digits}k` : `${digits} ${name}`;
}

/** Axis steps from 0 to at least `most`: at most four, of 1, 2, 2.5 or 5 times a power of ten, never below 1. */
export function axisSteps(most: number): number[] {
  if (!(most > 0) || !Number.isFinite(most)) return [0, 1];
  const least = most / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= least) ?? 10) * power);
  const whole = step < 10 ? Math.ceil(step) : step;
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, index) => index * whole);
}

/** The colour of a part by its rank; grey when there are more parts than colours. */
export function partColor(order: readonly number[], place: number): string {
  return chartColor[order[place] ?? -1] ?? color.control;
}
