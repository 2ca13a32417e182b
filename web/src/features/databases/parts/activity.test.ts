import { describe, expect, it } from 'vitest';
import { activityText, spanText, spanValues } from './activity.tsx';

describe('the activity as text', () => {
  it('places each value at its span and keeps gaps', () => {
    const values = spanValues({ db_activity_data: [2, 5], db_activity_spans: [0, 120] });
    expect(values).toHaveLength(121);
    expect([values[0], values[1], values[120]]).toEqual([2, null, 5]);
    expect(spanValues({ db_activity_data: [9], db_activity_spans: [500] }).every((value) => value === null)).toBe(true);
  });

  it('describes the time and height of a value', () => {
    const from = new Date('2026-11-20T23:48:00Z');
    expect(spanText(from, 0, 1)).toBe('23:48–00:00: at most 1 active connection');
    expect(spanText(from, 120, 1200)).toBe('23:48–00:00: at most 1,200 active connections');
  });

  it('summarizes the activity', () => {
    expect(activityText({ db_activity_data: [2, 19, 3] })).toBe('At most 19 active connections in the last 24 hours');
    expect(activityText({ db_activity_data: [] })).toBe('Nothing measured in the last 24 hours');
  });
});
