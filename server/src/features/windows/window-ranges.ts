import {
  isInScope,
  type TimeRange,
  type WindowScope,
  type WindowSubject,
} from '@mission-control/contract/windows/rules';

/** The time ranges in which a subject is in windows: in order, within bounds, without overlaps. */
export function windowRangesOf(
  times: readonly (TimeRange & { scope: WindowScope })[],
  subject: WindowSubject,
  bounds: TimeRange,
): TimeRange[] {
  const merged: TimeRange[] = [];
  const covering = times.filter(({ scope }) => isInScope(scope, subject));
  for (const one of covering.toSorted((a, b) => a.from - b.from)) {
    const [from, to] = [Math.max(one.from, bounds.from), Math.min(one.to, bounds.to)];
    const last = merged.at(-1);
    if (to <= from) continue;
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

export const isWithin = (ranges: readonly TimeRange[], at: number): boolean =>
  ranges.some(({ from, to }) => from <= at && at < to);
