/** Durations of a temporary level, in minutes [LOG-05]. */
export const LOG_MINUTES = [1, 5, 10, 15, 30, 60, 120, 180] as const;
export const DEFAULT_LOG_LEVEL = 'INFO';
export const DEFAULT_LOG_MINUTES = 15;

const MINUTE_MS = 60_000;
/** Maximum duration of a temporary switch. */
export const LONGEST_SWITCH_MS = 31 * 24 * 60 * MINUTE_MS;
/** Client clock skew that is tolerated silently. */
const TOLERANCE_MS = 2 * MINUTE_MS;

/** Formats a time as the documents require: UTC, `YYYY-MM-DD HH:mm:ss` [LOG-02]. */
export function formatReturn(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

/** Parses `YYYY-MM-DD HH:mm:ss` as UTC; null when invalid. */
export function parseReturn(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null;
  const at = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(at.getTime()) || formatReturn(at) !== text ? null : at;
}

/** Clamps a time to the offered durations; `clamped` when it was more than two minutes outside. */
export function clampReturn(wanted: Date, now: Date): { at: Date; clamped: boolean } {
  const earliest = now.getTime() + LOG_MINUTES[0] * MINUTE_MS;
  const latest = now.getTime() + Math.max(...LOG_MINUTES) * MINUTE_MS;
  const at = Math.min(Math.max(wanted.getTime(), earliest), latest);
  return { at: new Date(at), clamped: Math.abs(at - wanted.getTime()) > TOLERANCE_MS };
}

/** The remaining time in whole hours, minutes and seconds, rounded up so that it reads zero only when it is over. */
export function countdownParts(restMs: number): { hours: number; minutes: number; seconds: number } {
  const total = Math.max(0, Math.ceil(restMs / 1000));
  return { hours: Math.floor(total / 3600), minutes: Math.floor(total / 60) % 60, seconds: total % 60 };
}

export const LOG_LEVEL_FAILED = 'Error setting the log level';
