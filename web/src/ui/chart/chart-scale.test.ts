import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisSteps, curvePaths, curvePoints, shortCountText, spread } from './chart-scale.ts';

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

it('gives an axis round steps that cover the largest value', () => {
  expect(axisSteps(262_104)).toEqual([0, 100_000, 200_000, 300_000]);
  expect(axisSteps(4)).toEqual([0, 1, 2, 3, 4]);
  expect(axisSteps(0)).toEqual([0, 1]);
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 2 ** 45 })), (max) => {
      const steps = axisSteps(max);
      expect(steps.at(-1)).toBeGreaterThanOrEqual(max);
      expect(steps.at(-2)).toBeLessThan(max);
      expect(steps.length).toBeLessThanOrEqual(5);
      expect(steps.every(Number.isInteger)).toBe(true);
    }),
  );
});

it('has an axis even without data', () => {
  for (const max of [Number.NaN, Number.POSITIVE_INFINITY, -1]) expect(axisSteps(max)).toEqual([0, 1]);
});

it('spreads the labels of an axis from the first to the last', () => {
  expect(spread([1, 2, 3])).toEqual([1, 2, 3]);
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8])).toEqual([0, 2, 4, 6, 8]);
});

const BOX = { width: 128, height: 40, floor: 40 };

describe('a curve', () => {
  it('has a scale that never ends below 40: a highest value of 10 takes a quarter of the height [DB-10]', () => {
    expect(curvePoints([0, 10, 5], BOX).map(({ y }) => y)).toEqual([40, 30, 35]);
    expect(curvePoints([40], BOX)[0]?.y).toBe(0);
    expect(curvePoints([0, 200, 100], BOX).map(({ y }) => y)).toEqual([40, 0, 20]);
  });

  it('spreads its values over the whole width and keeps the place of gaps', () => {
    expect(curvePoints([1, null, 3], BOX).map(({ x, index }) => [x, index])).toEqual([
      [0, 0],
      [128, 2],
    ]);
  });

  it('is interrupted by gaps; an isolated value is a dot', () => {
    const { line, area } = curvePaths(curvePoints([0, 0, null, 40, null], BOX), 40);
    expect(line).toBe('M0 40L32 40M96 0h0');
    expect(area).toBe('M0 40L0 40L32 40V40ZM96 40L96 0V40Z');
    expect(curvePaths([], 40)).toEqual({ line: '', area: '' });
  });

  it('draws every value inside its box, each spike higher than its neighbours', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(32_767)), { maxLength: 128 }), (values) => {
        const points = curvePoints(values, BOX);
        expect(points.map(({ value }) => value)).toEqual(values.filter((value) => value !== null));
        for (const { x, y } of points) {
          expect(x >= 0 && x <= 128 && y >= 0 && y <= 40).toBe(true);
        }
      }),
    );
  });
});
