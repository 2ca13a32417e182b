import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchWords } from './match-words.ts';

const met = (label: string, typed: string) => matchWords(label, typed)?.map(([from, to]) => label.slice(from, to));

describe('words met by their beginnings', () => {
  it.each([
    ['Cron Statistics', 'cron', ['Cron']],
    ['Cron Statistics', 'STAT', ['Stat']],
    ['Cron Statistics', 'cs', ['C', 'S']],
    ['Cron Statistics', 'crst', ['Cr', 'St']],
    ['Cron Statistics', 'cr st', ['Cr', 'St']],
    ['Comms Portal config', 'cconf', ['C', 'conf']],
    // A shorter beginning of the first word, so that the second is met too.
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

  it('show exactly what was typed, in its order', () => {
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
