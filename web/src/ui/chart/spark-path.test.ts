import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sparkPath, sparkPoints } from './spark-path.ts';

const BOX = { width: 128, height: 40, floor: 40 };

describe('a sparkline', () => {
  it('has a scale that never ends below 40: a highest value of 10 takes a quarter of the height [DB-10]', () => {
    expect(sparkPoints([0, 10, 5], BOX).map(({ y }) => y)).toEqual([40, 30, 35]);
    expect(sparkPoints([40], BOX)[0]?.y).toBe(0);
    expect(sparkPoints([0, 200, 100], BOX).map(({ y }) => y)).toEqual([40, 0, 20]);
  });

  it('spreads its values over the whole width and keeps the place of gaps', () => {
    expect(sparkPoints([1, null, 3], BOX).map(({ x, index }) => [x, index])).toEqual([
      [0, 0],
      [128, 2],
    ]);
  });

  it('is interrupted by gaps; a value alone is a dot', () => {
    const { line, area } = sparkPath(sparkPoints([0, 0, null, 40, null], BOX), 40);
    expect(line).toBe('M0 40L32 40M96 0h0');
    expect(area).toBe('M0 40L0 40L32 40V40ZM96 40L96 0V40Z');
    expect(sparkPath([], 40)).toEqual({ line: '', area: '' });
  });

  it('draws every value inside of its box, each spike higher than its neighbours', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(32_767)), { maxLength: 128 }), (values) => {
        const points = sparkPoints(values, BOX);
        expect(points.map(({ value }) => value)).toEqual(values.filter((value) => value !== null));
        for (const { x, y } of points) {
          expect(x >= 0 && x <= 128 && y >= 0 && y <= 40).toBe(true);
        }
      }),
    );
  });
});
