import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldSlices, homeportalShare, isErrorLevel, notOnCourseShare, shareOf, shareText } from './rules.ts';

const members = (all: number, oncourse: number, homeportal_oncourse: number) => ({
  all,
  oncourse,
  homeportal_oncourse,
  distribution: [],
});

describe('the percentages', () => {
  it('are relative to members on a course, and to all members [DASH-10, DASH-12]', () => {
    expect(homeportalShare(members(400, 200, 50))).toBe(25);
    expect(notOnCourseShare(members(400, 100, 0))).toBe(75);
    expect(shareText(25)).toBe('25.0%');
    expect(shareText(69.64)).toBe('69.6%');
  });

  it('are n/a without members [DASH-10]', () => {
    expect(homeportalShare(members(10, 0, 0))).toBeNull();
    expect(homeportalShare(members(10, 0, 3))).toBeNull();
    expect(notOnCourseShare(members(0, 0, 0))).toBeNull();
    expect(shareText(null)).toBe('n/a');
  });

  it('are never NaN, infinite or negative, whatever was reported [DASH-10]', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (part, whole) => {
        const share = shareOf(part, whole);
        expect(share === null || (Number.isFinite(share) && share >= 0)).toBe(true);
        expect(shareText(share)).toMatch(/^(n\/a|[\d,]+\.\d%)$/);
      }),
    );
  });
});

it('treats only ERROR as an error level', () => {
  expect(['ERROR', ' error '].map(isErrorLevel)).toEqual([true, true]);
  expect(['WARNING', 'NOTICE', 'ERRORS', '', 'CRITICAL'].map(isErrorLevel)).not.toContain(true);
});

describe('surplus slices', () => {
  it('are folded into one at the end, smallest first', () => {
    const slices = [3, 9, 1, 7].map((value, at) => ({ label: `l${at}`, value }));
    expect(foldSlices(slices, 4)).toEqual(slices);
    expect(foldSlices(slices, 3)).toEqual([slices[1], slices[3], { label: 'Other', value: 4 }]);
    const own = { label: 'Other', value: 100 };
    expect(foldSlices([own, ...slices], 3)).toEqual([slices[1], { label: 'Other', value: 111 }]);
  });

  it('keep their sum, with unique labels', () => {
    const slices = fc.uniqueArray(
      fc.record({ label: fc.constantFrom('Other', 'a', 'b', 'c', 'd'), value: fc.nat(1_000_000) }),
      { selector: ({ label }) => label },
    );
    const sum = (all: { value: number }[]) => all.reduce((total, { value }) => total + value, 0);
    fc.assert(
      fc.property(slices, fc.integer({ min: 1, max: 8 }), (all, most) => {
        const folded = foldSlices(all, most);
        expect(folded.length).toBeLessThanOrEqual(Math.max(most, all.length === 0 ? 0 : 1));
        expect(sum(folded)).toBe(sum(all));
        expect(new Set(folded.map(({ label }) => label)).size).toBe(folded.length);
      }),
    );
  });
});
