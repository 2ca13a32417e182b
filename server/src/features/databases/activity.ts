import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { DAY_MINUTES, SPAN_MINUTES } from '@mission-control/contract/databases/rules';
import { MINUTE_MS } from '../../platform/clock.ts';

/** The samples of a server in one hour: 60 big-endian int16, -1 for a missing sample. */
export interface HourOfSamples {
  /** Hours since 1970 (UTC). */
  hour: number;
  loads: Buffer;
}

type Activity = Pick<DatabaseRow, 'db_activity_average' | 'db_activity_data' | 'db_activity_spans'>;

const MINUTES = 60;

/** Minutes since 1970 (UTC). */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);

/** Index (since 1970) of the span in which the 24 hours up to a minute begin. */
const firstSpan = (now: number): number => Math.floor((now - DAY_MINUTES + 1) / SPAN_MINUTES);

export const activityFrom = (now: number): Date => new Date(firstSpan(now) * SPAN_MINUTES * MINUTE_MS);

/**
 * Average over the 24 hours up to a minute, and the peak of each span, so that no spike is lost.
 * @param now minutes since 1970
 */
export function activityOf(hours: readonly HourOfSamples[], now: number): Activity {
  const [from, first] = [now - DAY_MINUTES + 1, firstSpan(now)];
  const peaks = new Int16Array(Math.floor(now / SPAN_MINUTES) - first + 1).fill(-1);
  let [sum, taken] = [0, 0];
  for (const { hour, loads } of hours) {
    const start = hour * MINUTES;
    const end = Math.min(MINUTES, now - start + 1);
    for (let at = Math.max(0, from - start); at < end; at += 1) {
      const load = numberAt(loads, at * 2);
      if (load < 0) continue;
      // Hours are aligned with spans.
      const span = start / SPAN_MINUTES - first + Math.trunc(at / SPAN_MINUTES);
      if (load > (peaks[span] ?? 0)) peaks[span] = load;
      sum += load;
      taken += 1;
    }
  }
  const spans = [...peaks.keys()].filter((span) => (peaks[span] ?? -1) >= 0);
  return {
    // Rounded as displayed, so that number and colour agree.
    db_activity_average: taken === 0 ? 'n/a' : Math.round((sum / taken) * 10) / 10,
    db_activity_data: spans.map((span) => peaks[span] ?? 0),
    db_activity_spans: spans,
  };
}

/** Faster than Buffer.readInt16BE, whose argument checks dominate for 720,000 samples. */
const numberAt = (loads: Buffer, at: number): number => (((loads[at] ?? 0xff) << 24) >> 16) | (loads[at + 1] ?? 0xff);
