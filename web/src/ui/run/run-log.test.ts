import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunLog } from './run-log.ts';

const at = '2026-11-21T09:00:00.000Z';

describe('the lines of a run', () => {
  it('are the same for any chunking of the output, with repeated chunks too', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('', '[2/5] Copy', '😀'));
    const property = fc.property(
      fc.array(line),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.boolean(),
      (lines, cuts, again) => {
        const text = lines.join('\n');
        const log = new RunLog();
        const borders = [...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted(
          (one, other) => one - other,
        );
        let from = 0;
        for (const border of borders) {
          const start = again ? 0 : from;
          expect(log.add([{ offset: start, at, text: text.slice(start, border) }])).toBe(true);
          from = border;
        }
        expect(log.text()).toBe(text);
        expect(log.next).toBe(text.length);
        const shown = Array.from({ length: log.count }, (_, index) => log.line(index));
        expect(shown.join('\n')).toBe(text.endsWith('\n') ? text.slice(0, -1) : text);
      },
    );
    fc.assert(property);
  });

  it('stop at a gap', () => {
    const log = new RunLog();
    log.add([{ offset: 0, at, text: 'one\n' }]);
    expect(log.add([{ offset: 5, at, text: 'later' }])).toBe(false);
    expect(log.text()).toBe('one\n');
  });

  it('expose the step and the times', () => {
    const log = new RunLog();
    const later = '2026-11-21T09:00:05.000Z';
    log.add([
      { offset: 0, at, text: '[1/3] Copy\n[2/3] Mig' },
      { offset: 20, at: later, text: 'rate\nnext' },
    ]);
    expect(log.step).toEqual({ at: 2, of: 3, title: 'Migrate' });
    expect([0, 1, 2].map((index) => log.timeOf(index) - Date.parse(at))).toEqual([0, 0, 5000]);
  });
});
