import fc from 'fast-check';
import { expect, it } from 'vitest';
import { positionBeside } from './position.ts';

const view = { width: 800, height: 600 };
const size = { width: 100, height: 30 };
const at = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 20 });

it('is centred on the preferred side', () => {
  expect(positionBeside(at(400, 300), size, view, 'top', 6)).toEqual({ left: 370, top: 264 });
  expect(positionBeside(at(400, 300), size, view, 'right', 6)).toEqual({ left: 446, top: 295 });
});

it('flips to the opposite side when the preferred one has no room', () => {
  expect(positionBeside(at(400, 10), size, view, 'top', 6).top).toBe(36);
  expect(positionBeside(at(400, 575), size, view, 'bottom', 6).top).toBe(539);
});

it('stays inside the window wherever the anchor is', () => {
  const spot = fc.record({ left: fc.integer({ min: 0, max: 760 }), top: fc.integer({ min: 0, max: 580 }) });
  fc.assert(
    fc.property(
      spot,
      fc.constantFrom('top' as const, 'bottom' as const, 'left' as const, 'right' as const),
      (p, side) => {
        const { left, top } = positionBeside(at(p.left, p.top), size, view, side, 6);
        expect(left).toBeGreaterThanOrEqual(8);
        expect(top).toBeGreaterThanOrEqual(8);
        expect(left + size.width).toBeLessThanOrEqual(view.width - 8);
        expect(top + size.height).toBeLessThanOrEqual(view.height - 8);
      },
    ),
  );
});
