import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedKeys, mergeFields, withChanges, type Fields } from './merge-fields.ts';

const KEYS = ['a', 'b', 'c', '__proto__'];
const fields = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom('', '1', '2')), { maxLength: 4 })
  .map((pairs): Fields => new Map(pairs));
const sorted = (side: Fields) => [...side].toSorted(([a], [b]) => Number(a > b) - Number(a < b));

describe('merging fields', () => {
  it("takes each side's changes, and asks exactly where both changed a field differently", () => {
    let asked = 0;
    fc.assert(
      fc.property(fields, fields, fields, fc.boolean(), (base, mine, theirs, keepMine) => {
        const { changes, conflicts } = mergeFields(base, mine, theirs);
        const conflicting = KEYS.filter(
          (key) =>
            base.get(key) !== mine.get(key) && base.get(key) !== theirs.get(key) && mine.get(key) !== theirs.get(key),
        );
        expect(conflicts.map(({ key }) => key).toSorted()).toEqual(conflicting.toSorted());
        asked += conflicting.length;
        const chosen = new Map(keepMine ? conflicts.map(({ key, mine: value }) => [key, value]) : []);
        const merged = withChanges(theirs, new Map([...changes, ...chosen]));
        for (const key of KEYS) {
          const isMine = base.get(key) !== mine.get(key) && (!conflicting.includes(key) || keepMine);
          expect(merged.get(key)).toBe(isMine ? mine.get(key) : theirs.get(key));
        }
      }),
    );
    expect(asked).toBeGreaterThan(20);
  });

  it('changes nothing that nobody changed', () => {
    fc.assert(
      fc.property(fields, fields, (base, mine) => {
        expect(sorted(withChanges(base, mergeFields(base, mine, base).changes))).toEqual(sorted(mine));
        expect(mergeFields(base, base, mine)).toEqual({ changes: new Map(), conflicts: [] });
        expect(mergeFields(base, mine, mine)).toEqual({ changes: new Map(), conflicts: [] });
        expect(changedKeys(mine, mine)).toEqual([]);
      }),
    );
  });
});
