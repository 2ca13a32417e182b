import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutName, foldName } from './rules.ts';

describe('cutName', () => {
  it('truncates a name of 61 characters to 60 and an ellipsis [SRCH-06]', () => {
    expect(cutName('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
  });

  it('shows a name of exactly 60 characters in full [SRCH-07]', () => {
    expect(cutName('x'.repeat(60))).toBe('x'.repeat(60));
  });

  it('counts characters, not code units, and splits none [SRCH-06, SRCH-07]', () => {
    expect(cutName('🏊'.repeat(60))).toBe('🏊'.repeat(60));
    expect(cutName('🏊'.repeat(61))).toBe(`${'🏊'.repeat(60)}…`);
  });

  it('keeps the start of every name and never shows more than 61 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const cut = cutName(name);
        expect(Array.from(cut).length).toBeLessThanOrEqual(61);
        expect(name.startsWith(cut.endsWith('…') && cut !== name ? cut.slice(0, -1) : cut)).toBe(true);
      }),
    );
  });
});

describe('foldName', () => {
  it('unifies case and Unicode forms', () => {
    expect(foldName('ＢＲＩＭＨＡＭ ﬁt')).toBe('brimham fit');
    expect(foldName('Café')).toBe(foldName('Café'));
  });
});
