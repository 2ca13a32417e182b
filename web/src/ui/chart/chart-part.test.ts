import fc from 'fast-check';
import { expect, it } from 'vitest';
import { axisSteps, partColor, shortCountText } from './chart-part.ts';
import { chartColor, color } from '../theme/tokens.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [1234, '1.23k'],
  [262_104, '262k'],
  [999_400, '999k'],
  [999_600, '1 M'],
  [1_038_442, '1.04 M'],
  [21_474_836_470_000, '21,500 bn'],
])('shortens %d to %s', (value, text) => {
  expect(shortCountText(value)).toBe(text);
});

it('gives an axis round steps that reach over the largest value', () => {
  expect(axisSteps(262_104)).toEqual([0, 100_000, 200_000, 300_000]);
  expect(axisSteps(4)).toEqual([0, 1, 2, 3, 4]);
  expect(axisSteps(0)).toEqual([0, 1]);
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 2 ** 45 })), (most) => {
      const steps = axisSteps(most);
      expect(steps.at(-1)).toBeGreaterThanOrEqual(most);
      expect(steps.at(-2)).toBeLessThan(most);
      expect(steps.length).toBeLessThanOrEqual(5);
      expect(steps.every(Number.isInteger)).toBe(true);
    }),
  );
});

it('has an axis even without data', () => {
  for (const most of [Number.NaN, Number.POSITIVE_INFINITY, -1]) expect(axisSteps(most)).toEqual([0, 1]);
});

it('colours the parts by position, the rest grey', () => {
  expect([0, 1, 2].map((place) => partColor([2, 1], place))).toEqual([chartColor[2], chartColor[1], color.control]);
});
