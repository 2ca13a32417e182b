import { DAY_MINUTES } from '@mission-control/contract/databases/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activityFrom, activityOf, minuteOf, type HourOfSamples } from './activity.ts';

/** Samples by minute since 1970, in database form. */
function hoursOf(samples: ReadonlyMap<number, number>): HourOfSamples[] {
  const hours = new Map<number, Buffer>();
  for (const [minute, load] of samples) {
    const hour = Math.floor(minute / 60);
    const loads = hours.get(hour) ?? Buffer.alloc(120, 0xff);
    hours.set(hour, loads);
    loads.writeInt16BE(load, (minute % 60) * 2);
  }
  return [...hours].map(([hour, loads]) => ({ hour, loads }));
}

const NOW = minuteOf(new Date('2026-11-21T09:07:30Z'));
const atMinute = (minute: number, now: number) => Math.floor((minute - minuteOf(activityFrom(now))) / 12);

describe('the activity of 24 hours', () => {
  it('keeps every spike in its place, in at most 128 values', () => {
    const minutes = fc.integer({ min: 0, max: DAY_MINUTES - 1 });
    const loads = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 32_767 }));
    const days = fc.array(fc.tuple(minutes, loads), { maxLength: 300 });
    const times = fc.integer({ min: 29_000_000, max: 30_000_000 });
    fc.assert(
      fc.property(days, times, (day, now) => {
        const samples = new Map(day.map(([ago, load]) => [now - ago, load]));
        const { db_activity_data: data, db_activity_spans: spans } = activityOf(hoursOf(samples), now);
        expect(data.length).toBe(spans.length);
        expect(data.length).toBeLessThanOrEqual(128);
        const peaks = new Map<number, number>();
        for (const [minute, load] of samples) {
          const span = atMinute(minute, now);
          peaks.set(span, Math.max(load, peaks.get(span) ?? 0));
        }
        expect(new Map(spans.map((span, index) => [span, data[index]]))).toEqual(peaks);
        expect(spans).toEqual(spans.toSorted((a, b) => a - b));
      }),
    );
  });

  it('is averaged over the existing samples, to one decimal', () => {
    const average = (...loads: number[]) =>
      activityOf(hoursOf(new Map(loads.map((load, index) => [NOW - index, load]))), NOW).db_activity_average;
    expect(average(1, 2, 2)).toBe(1.7);
    expect(average(0, 0)).toBe(0);
    expect(average(4, 4, 4, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4)).toBe(4);
    expect(average()).toBe('n/a');
  });

  it('begins one day before the minute, and ignores older and future samples', () => {
    const around = new Map([
      [NOW - DAY_MINUTES, 500],
      [NOW - DAY_MINUTES + 1, 7],
      [NOW, 9],
      [NOW + 1, 600],
    ]);
    expect(activityOf(hoursOf(around), NOW)).toEqual({
      db_activity_average: 8,
      db_activity_data: [7, 9],
      db_activity_spans: [0, 120],
    });
    expect(activityFrom(NOW).toISOString()).toBe('2026-11-20T09:00:00.000Z');
  });
});
