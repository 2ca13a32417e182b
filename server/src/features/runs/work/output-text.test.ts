import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputText } from './output-text.ts';

/** Feeds bytes in pieces. */
function through(bytes: Uint8Array, cuts: readonly number[], secrets: readonly string[] = []): string {
  const output = createOutputText(secrets);
  const borders = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  const parts = borders.slice(1).map((border, at) => output.push(bytes.subarray(borders[at], border)));
  return parts.join('') + output.end();
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('the output of a command', () => {
  it('is independent of chunk boundaries', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '\r\n',
        '\r',
        '\n',
        '\u001B[31m',
        '\u001B]0;title\u0007',
        '\u001B',
        '\0',
        'hunter2-secret',
        'é€😀',
      ),
    );
    fc.assert(
      fc.property(fc.array(part), cuts, (parts, at) => {
        const bytes = utf8(parts.join(''));
        expect(through(bytes, at, ['hunter2-secret'])).toBe(through(bytes, [], ['hunter2-secret']));
      }),
      { numRuns: 2000 },
    );
  });

  it('never contains a NUL, a terminal sequence or a lone surrogate, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), cuts, (bytes, at) => {
        const text = through(bytes, at);
        // oxlint-disable-next-line no-control-regex
        expect(text).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps text, tabs and line ends, and drops colours and titles', () => {
    const text = '\u001B[1;32mDONE\u001B[0m\t2.9 s\r\n10 %\r20 %\n\u001B]8;;https://x\u001B\\link\u001B]8;;\u001B\\';
    expect(through(utf8(text), [3, 9, 20])).toBe('DONE\t2.9 s\n10 %\n20 %\nlink');
  });

  it('masks secrets across chunks, including nested and multi-line ones', () => {
    const secrets = ['hunter2', 'hunter2-long', 'first line\nsecond line', 'abc'];
    const text = utf8('a hunter2 b hunter2-long c first line d second line e abc');
    fc.assert(
      fc.property(cuts, (at) => {
        const masked = through(text, at, secrets);
        expect(masked).not.toContain('hunter2');
        expect(masked).not.toContain('second line');
        // Masking such short values would hide half of every text.
        expect(masked).toContain('abc');
      }),
    );
  });
});
