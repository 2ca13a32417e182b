import { cutName, foldName } from '@mission-control/contract/search/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchName, shownName } from './match-name.ts';

const marked = (name: string, typed: string) => shownName(name, matchName(name, typed));

describe('the marked part of a name', () => {
  it.each([
    ['Brimham Active', 'BRIM', ['', 'Brim', 'ham Active']],
    ['Upper Brimham Baths', 'brim', ['Upper ', 'Brim', 'ham Baths']],
    ['Ashbrimham Pools', 'brim', ['Ash', 'brim', 'ham Pools']],
    // The beginning of a word before a place inside one, as the server ranks.
    ['Xab abc', 'ab', ['Xab ', 'ab', 'c']],
    ['Cafe\u0301 Olympique', 'CAFÉ', ['', 'Cafe\u0301', ' Olympique']],
    ['ﬁtness ＢＡＴＨＳ', 'baths', ['ﬁtness ', 'ＢＡＴＨＳ', '']],
    ['Brimham', 'zz', ['Brimham', '', '']],
  ])('of %j and %j', (name, typed, pieces) => {
    expect(marked(name, typed)).toEqual(pieces);
  });

  it('is cut with the name, after 60 characters [SRCH-06, SRCH-07]', () => {
    const name = `${'x'.repeat(58)}abcd`;
    expect(marked(name, 'abcd')).toEqual(['x'.repeat(58), 'ab', '…']);
    expect(marked('y'.repeat(60), 'y'.repeat(60))).toEqual(['', 'y'.repeat(60), '']);
    expect(marked(`${'y'.repeat(70)}z`, 'z')).toEqual(['y'.repeat(60), '', '…']);
  });

  it('leaves the name as it is shown without it, whatever is typed', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 80 });
    let reached = 0;
    fc.assert(
      fc.property(name, fc.nat(80), fc.integer({ min: 1, max: 6 }), (text, from, length) => {
        const typed = Array.from(text)
          .slice(from, from + length)
          .join('');
        expect(marked(text, typed).join('')).toBe(cutName(text));
        if (typed.trim() !== '' && matchName(text, typed)) {
          reached += 1;
          const [start, end] = matchName(text, typed) ?? [0, 0];
          expect(foldName(text.slice(start, end))).toContain(foldName(typed.trim()));
        }
      }),
    );
    expect(reached).toBeGreaterThan(0);
  });
});
