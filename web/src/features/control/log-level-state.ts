import { formatReturn } from '@mission-control/contract/control/rules';
import type { LogLevel, TenantLogLevel } from '@mission-control/contract/control/schema';

/** Time of a response on both clocks, in ms. */
interface ClockReading {
  /** The server's clock at the response. */
  server: number;
  /** The browser's clock when the response arrived. */
  browser: number;
}

/** The server's clock now, from the time elapsed since its response; skew of the browser's clock does not matter. */
export function serverClock({ server, browser }: ClockReading, browserNow: number): Date {
  return new Date(server + Math.max(0, browserNow - browser));
}

/** An active temporary level. */
export interface TemporaryLevel {
  /** The level to restore, and when. */
  restores: LogLevel;
  until: Date;
  setAt: Date;
  setBy: string;
  restMs: number;
  /** Remaining share of its time, 0 to 1. */
  share: number;
}

/** The effective level and, while it is temporary, the next one; at zero the previous level applies at once [LOG-10]. */
export function logLevelNow(
  { current_level, new_level, changes, set_at, set_by }: TenantLogLevel,
  now: Date,
): { level: LogLevel; temporary: TemporaryLevel | null; over: boolean } {
  if (new_level === null || changes === null) return { level: current_level, temporary: null, over: false };
  const until = new Date(changes);
  const restMs = until.getTime() - now.getTime();
  if (restMs <= 0) return { level: new_level, temporary: null, over: true };
  const setAt = new Date(set_at ?? now);
  const share = Math.min(1, restMs / Math.max(1, until.getTime() - setAt.getTime()));
  const temporary = { restores: new_level, until, setAt, setBy: set_by ?? 'somebody', restMs, share };
  return { level: current_level, temporary, over: false };
}

/** The requested level. */
export interface WantedLevel {
  level: LogLevel;
  minutes: number;
}

const MINUTE_MS = 60_000;

/** The `return` field of POST: UTC, minutes after the server's current time [LOG-02]. */
export function returnAfter(now: Date, minutes: number): string {
  return formatReturn(new Date(now.getTime() + minutes * MINUTE_MS));
}

/** '1 min', '1 h', '3 h'. */
export function minutesText(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
}
