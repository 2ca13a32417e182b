import { cutName, foldName } from '@mission-control/contract/search/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchName, matchWords, shownName } from './match-text.ts';
import { nextActive } from './use-palette.ts';

const marked = (name: string, typed: string) => shownName(name, matchName(name, typed));

describe('the marked part of a name', () => {
  it.each([
    ['Brimham Active', 'BRIM', ['', 'Brim', 'ham Active']],
    ['Upper Brimham Baths', 'brim', ['Upper ', 'Brim', 'ham Baths']],
    ['Ashbrimham Pools', 'brim', ['Ash', 'brim', 'ham Pools']],
    // The start of a word before a match inside one, as the server ranks.
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

  it('reproduces the shown name without the marks for any text', () => {
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

const met = (label: string, typed: string) => matchWords(label, typed)?.map(([from, to]) => label.slice(from, to));

describe('words matched by prefix', () => {
  it.each([
    ['Cron Statistics', 'cron', ['Cron']],
    ['Cron Statistics', 'STAT', ['Stat']],
    ['Cron Statistics', 'cs', ['C', 'S']],
    ['Cron Statistics', 'crst', ['Cr', 'St']],
    ['Cron Statistics', 'cr st', ['Cr', 'St']],
    ['Comms Portal config', 'cconf', ['C', 'conf']],
    // A shorter prefix of the first word, so that the second one matches too.
    ['Cocoa Cobra', 'coco', ['Coco']],
    ['Cocoa Cobra', 'cocob', ['Co', 'Cob']],
  ])('%s and %j meet', (label, typed, parts) => {
    expect(met(label, typed)).toEqual(parts);
  });

  it.each([
    ['About', 'bout'],
    ['About', 'ab out'],
    ['About', 'a&b'],
    ['Cron Statistics', 'st cr'],
    ['Tenants', 'tenantss'],
  ])('%s and %j do not', (label, typed) => {
    expect(matchWords(label, typed)).toBeNull();
  });

  it('contain exactly the typed text, in order', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' '), maxLength: 10 });
    fc.assert(
      fc.property(text, text, (label, typed) => {
        const parts = matchWords(label, typed);
        fc.pre(parts !== null);
        const shown = (parts ?? []).map(([from, to]) => label.slice(from, to)).join('');
        expect(shown.toLowerCase()).toBe(typed.replaceAll(' ', '').toLowerCase());
      }),
      { numRuns: 500 },
    );
  });
});

describe('the active suggestion', () => {
  it('moves with the arrow keys, wrapping around', () => {
    expect(nextActive('ArrowDown', 0, 3)).toBe(1);
    expect(nextActive('ArrowDown', 2, 3)).toBe(0);
    expect(nextActive('ArrowUp', 0, 3)).toBe(2);
  });

  it('stays for other keys and without suggestions', () => {
    expect(nextActive('a', 1, 3)).toBeNull();
    expect(nextActive('ArrowDown', 0, 0)).toBeNull();
  });
});
