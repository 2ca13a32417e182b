import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankNames } from './service.ts';

const rowsOf = (keys: readonly string[]) => keys.map((nameKey, id) => ({ id, name: nameKey.toUpperCase(), nameKey }));
const idsOf = (keys: readonly string[], key: string, limit = 20) =>
  rankNames(rowsOf(keys), key, limit).map(({ id }) => id);

/** Reference implementation: sort all matches by rank, then by position. */
function naive(keys: readonly string[], key: string, limit: number): number[] {
  const rank = (nameKey: string) => (nameKey.startsWith(key) ? 0 : ` ${nameKey}`.includes(` ${key}`) ? 1 : 2);
  return rowsOf(keys)
    .filter(({ nameKey }) => nameKey.split(key).length > 1)
    .toSorted((a, b) => rank(a.nameKey) - rank(b.nameKey) || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id);
}

describe('the ranking', () => {
  it('is: name starts with it, a word starts with it, contains it', () => {
    expect(idsOf(['abc bc', 'bcd', 'xbc', 'x bc', 'bc'], 'bc')).toEqual([1, 4, 0, 3, 2]);
  });

  it('finds a word start after an occurrence inside another word', () => {
    expect(idsOf(['xbc', 'xbc bc'], 'bc')).toEqual([1, 0]);
  });

  it('equals sorting all matches, for any names, text and limit', () => {
    // Few letters, to get many matches, several per name.
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '🏊', '%'), maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 40 }),
        text.filter((key) => key.trim() !== ''),
        fc.integer({ min: 1, max: 25 }),
        (keys, typed, limit) => {
          const key = typed.trim();
          expect(idsOf(keys, key, limit)).toEqual(naive(keys, key, limit));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
