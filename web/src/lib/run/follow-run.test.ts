import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RunLog } from '../../ui/run/run-log.ts';
import { createOutputReader } from './follow-run.ts';

const at = '2026-11-21T09:00:00.000Z';

it('neither loses nor repeats lines over 50 broken connections', async () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index}\n`);
  const text = lines.join('');
  const property = fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 5 }), async (sizes) => {
    const log = new RunLog();
    let asked = 0;
    let broken = 0;
    const reader = createOutputReader(
      log,
      async (from) => {
        asked += 1;
        if (asked % 2 === 0 && broken < 50) {
          broken += 1;
          throw new TypeError('The connection broke.');
        }
        const size = sizes[asked % sizes.length] ?? 1;
        // A response for an earlier offset, as when two responses cross.
        const start = Math.max(0, from - 7);
        return { pieces: [{ offset: start, at, text: text.slice(start, from + size) }], length: text.length };
      },
      () => Promise.resolve(),
    );
    reader.want(10);
    while (log.next < text.length) await new Promise((settle) => void setTimeout(settle));
    expect(log.text()).toBe(text);
    expect(log.count).toBe(2_000);
  });
  await fc.assert(property, { numRuns: 20 });
});
