import type { InventoryHistory } from '@mission-control/contract/inventory/history';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const iso = (ms: number): string => new Date(ms).toISOString();

type Output = InventoryHistory['runs'][number]['output'];

/** Output lines of a run, each with the seconds since the previous one. */
export type TimedLines = readonly (readonly [text: string, seconds: number])[];

/** Converts lines to timestamped output, and returns the end time. */
export function timed(from: number, lines: TimedLines): { output: Output; ended: number } {
  let at = from;
  const output = lines.map(([text, seconds]) => {
    at += Math.round(seconds * 1000);
    return { at: iso(at), text: `${text}\n` };
  });
  return { output, ended: at + 400 };
}
