import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowWindow } from './row-window.ts';

it('is the rows that are visible and a few more', () => {
  expect(rowWindow(10_000, 0, 400, 36)).toEqual({ from: 0, to: 16 });
  expect(rowWindow(10_000, 3600, 400, 36)).toEqual({ from: 96, to: 116 });
  expect(rowWindow(3, 3600, 400, 36)).toEqual({ from: 0, to: 3 });
  expect(rowWindow(0, 0, 400, 36)).toEqual({ from: 0, to: 0 });
});

it('has every visible row, and never more than so many', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(800_000), (count, wanted) => {
      const top = Math.min(wanted, Math.max(0, count * 36 - 400));
      const { from, to } = rowWindow(count, top, 400, 36);
      expect(from).toBeLessThanOrEqual(Math.floor(top / 36));
      expect(to).toBeGreaterThanOrEqual(Math.min(count, Math.ceil((top + 400) / 36)));
      expect(to - from).toBeLessThanOrEqual(20);
    }),
  );
});
