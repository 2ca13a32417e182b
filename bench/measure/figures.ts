import { loadavg } from 'node:os';

/** A quantile of values, such as 0.99 for p99. NaN if there are none, which keeps no limit. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Prints a line with its verdict; the bench fails if a limit was missed. */
export function report(line: string, ok: boolean): void {
  console.log(`${line}: ${ok ? 'ok' : 'MISSED'}`);
  if (!ok) process.exitCode = 1;
}

/** Prints a value, in a precision that suits its limit, and whether it keeps it. */
export function reportAtMost(what: string, value: number, limit: number, unit: string): void {
  const digits = Number.isInteger(value) || limit >= 100 ? 0 : limit < 10 ? 2 : 1;
  // Rounding must not contradict the verdict.
  const shown = value > limit && Number(value.toFixed(digits)) <= limit ? value.toFixed(3) : value.toFixed(digits);
  report(`${what}: ${shown} ${unit} (at most ${Number(limit.toFixed(2))})`, value <= limit);
}

/** Load average of the last minute, as text. */
export const machineLoad = (): string => (loadavg()[0] ?? 0).toFixed(1);

/** A number with thousands separators. */
export const grouped = (value: number): string => value.toLocaleString('en-GB');
