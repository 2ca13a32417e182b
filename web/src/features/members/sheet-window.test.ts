import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineWindow } from './sheet-window.ts';

it('holds every line that is seen, and only so many more', () => {
  const size = 36;
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(8_000_000), fc.nat(2_000), (count, start, length) => {
      const { from, to } = lineWindow(count, start, length, size, 3);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(count);
      // No scroller is further than its end.
      const top = Math.min(start, Math.max(0, count * size - length));
      const firstSeen = Math.floor(top / size);
      const lastSeen = Math.min(count, Math.ceil((top + length) / size));
      expect(from).toBeLessThanOrEqual(Math.min(firstSeen, count));
      expect(to).toBeGreaterThanOrEqual(lastSeen);
      expect(to - from).toBeLessThanOrEqual(Math.ceil(length / size) + 7);
    }),
  );
});
