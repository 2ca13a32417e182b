import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gridWindow } from './grid-window.ts';

const shape = { itemHeight: 200, minWidth: 280, gap: 16 };

it('draws a part of 2,000 boxes, in as many columns as fit', () => {
  expect(gridWindow({ ...shape, count: 2_000 }, { width: 1_232, top: 0, height: 900 })).toEqual({
    columns: 4,
    from: 0,
    to: 28,
    before: 0,
    height: 500 * 216 - 16,
  });
});

it('always draws every box that is visible', () => {
  let reached = 0;
  fc.assert(
    fc.property(
      fc.nat(3_000),
      fc.record({ width: fc.nat(4_000), top: fc.nat(400_000), height: fc.integer({ min: 1, max: 2_000 }) }),
      (count, view) => {
        const drawn = gridWindow({ ...shape, count }, view);
        for (let item = 0; item < count; item += 1) {
          const top = Math.floor(item / drawn.columns) * 216;
          const visible = top + 200 > view.top && top < view.top + view.height;
          if (visible) {
            reached += 1;
            expect(item >= drawn.from && item < drawn.to).toBe(true);
          }
        }
        expect(drawn.before).toBe((drawn.from / drawn.columns) * 216);
      },
    ),
    { numRuns: 40 },
  );
  expect(reached).toBeGreaterThan(0);
});
