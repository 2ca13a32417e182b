import { numberText } from '@mission-control/contract/numbers';
/** A value of a chart; null where nothing was measured. */
export interface Reading {
  /** Its time or category. */
  label: string;
  /** The same on the axis. */
  short: string;
  value: number | null;
  /** The value as text; further lines add details. */
  text: string;
}

const UNITS = [
  ['bn', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/** '262k', '1.04 M': three digits at most, for tight places. */
export function shortCountText(value: number): string {
  // Move to the next unit where rounding would need a fourth digit.
  const unit = UNITS.find(([, size]) => value >= size * 0.9995);
  if (!unit) return numberText(Math.round(value));
  const [name, size] = unit;
  const digits = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 }).format(value / size);
  return name === 'k' ? `${digits}k` : `${digits} ${name}`;
}

/** Axis steps from 0 to at least `max`: at most four, of 1, 2, 2.5 or 5 times a power of ten, never below 1. */
export function axisSteps(max: number): number[] {
  if (!(max > 0) || !Number.isFinite(max)) return [0, 1];
  const minStep = max / 4;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= minStep) ?? 10) * power);
  const whole = step < 10 ? Math.ceil(step) : step;
  return Array.from({ length: Math.ceil(max / whole) + 1 }, (_, index) => index * whole);
}

/** About five of the items, evenly spread, including the first and the last. */
export function spread<Item>(items: readonly Item[], max = 5): Item[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, step) => items[Math.round((step * (items.length - 1)) / (max - 1))]).filter(
    (item) => item !== undefined,
  );
}

interface CurveBox {
  width: number;
  height: number;
  /** Lower bound of the scale's maximum; a higher value extends it. */
  floor: number;
}

/** A value and where it is drawn, from the upper left corner. */
interface CurvePoint {
  index: number;
  value: number;
  x: number;
  y: number;
}

/** Values, oldest first, as points over the whole width; null leaves a gap. */
export function curvePoints(values: readonly (number | null)[], box: CurveBox): CurvePoint[] {
  const top = values.reduce<number>((max, value) => Math.max(max, value ?? 0), box.floor);
  const step = values.length > 1 ? box.width / (values.length - 1) : 0;
  return values.flatMap((value, index) => {
    if (value === null) return [];
    return [{ index, value, x: rounded(index * step), y: rounded(box.height * (1 - value / top)) }];
  });
}

/** The SVG paths of the line and the area below it; a gap interrupts both, and an isolated value is a dot. */
export function curvePaths(points: readonly CurvePoint[], height: number): { line: string; area: string } {
  const runs: CurvePoint[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.at(-1)?.index === point.index - 1) run.push(point);
    else runs.push([point]);
  }
  const through = (run: readonly CurvePoint[]) => run.map(({ x, y }) => `${x} ${y}`).join('L');
  return {
    line: runs.map((run) => `M${through(run)}${run.length === 1 ? 'h0' : ''}`).join(''),
    area: runs.map((run) => `M${run[0]?.x ?? 0} ${height}L${through(run)}V${height}Z`).join(''),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
