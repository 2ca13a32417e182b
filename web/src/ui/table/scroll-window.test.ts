import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineWindow } from './scroll-window.ts';

it('returns the visible lines and a few more', () => {
  expect(lineWindow(10_000, 0, 400, 36, 3)).toEqual({ from: 0, to: 16 });
  expect(lineWindow(10_000, 3600, 400, 36, 3)).toEqual({ from: 97, to: 116 });
  expect(lineWindow(3, 3600, 400, 36, 3)).toEqual({ from: 0, to: 3 });
  expect(lineWindow(0, 0, 400, 36, 3)).toEqual({ from: 0, to: 0 });
});

it('contains every visible line and at most a fixed number more', () => {
  const size = 36;
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(8_000_000), fc.nat(2_000), (count, start, length) => {
      const { from, to } = lineWindow(count, start, length, size, 3);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(count);
      // A scroller ends with its last line.
      const top = Math.min(start, Math.max(0, count * size - length));
      expect(from).toBeLessThanOrEqual(Math.min(Math.floor(top / size), count));
      expect(to).toBeGreaterThanOrEqual(Math.min(count, Math.ceil((top + length) / size)));
      expect(to - from).toBeLessThanOrEqual(Math.ceil(length / size) + 7);
    }),
  );
});
