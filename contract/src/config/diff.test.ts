import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDiff, diffConfig, isEmptyDiff, mergeDiff, touchedKeys } from './diff.ts';
import { canonicalConfig, configFingerprint } from './fingerprint.ts';
import type { EditableItem } from './rules.ts';

const item: fc.Arbitrary<EditableItem> = fc.record({
  key: fc.constantFrom('A', 'B', 'C', 'd.e', '_f', 'constructor', 'toString'),
  value: fc.string({ unit: 'binary', maxLength: 5 }),
  type: fc.constantFrom(1, 2, 3, 4, 5),
  state: fc.constantFrom(0, 1),
  valueTemplate: fc.option(fc.constant('{tenant_name}')),
  masked: fc.boolean(),
});
const config = fc.uniqueArray(item, { selector: (one) => one.key, maxLength: 7 });
const canonical = (items: EditableItem[]) => canonicalConfig(items);

describe('the diff of a config', () => {
  it('turns one list into the other [CFG-28]', () => {
    fc.assert(
      fc.property(config, config, (base, local) => {
        expect(canonical(applyDiff(base, diffConfig(base, local)))).toBe(canonical(local));
      }),
    );
  });

  it('is empty if and only if the lists are equal in any order [CFG-34]', () => {
    fc.assert(
      fc.property(config, config, (base, local) => {
        expect(isEmptyDiff(diffConfig(base, base.toReversed()))).toBe(true);
        expect(isEmptyDiff(diffConfig(base, local))).toBe(canonical(base) === canonical(local));
      }),
    );
  });

  it('names every key once, in the right list', () => {
    fc.assert(
      fc.property(config, config, (base, local) => {
        const diff = diffConfig(base, local);
        const before = new Set(base.map((one) => one.key));
        expect(diff.added.every((one) => !before.has(one.key))).toBe(true);
        expect(diff.changed.every((one) => before.has(one.key))).toBe(true);
        expect(diff.removed.every((key) => before.has(key))).toBe(true);
        expect(touchedKeys(diff).size).toBe(diff.added.length + diff.changed.length + diff.removed.length);
      }),
    );
  });
});

describe('merging edits on top of a newer config', () => {
  it('is commutative when the edits touch different settings', () => {
    fc.assert(
      fc.property(config, config, config, (base, one, two) => {
        const [mine, theirs] = [diffConfig(base, one), diffConfig(base, two)];
        fc.pre(touchedKeys(mine).isDisjointFrom(touchedKeys(theirs)));
        const here = mergeDiff(base, applyDiff(base, theirs), mine);
        const there = mergeDiff(base, applyDiff(base, mine), theirs);
        expect(here.clashes).toEqual([]);
        expect(canonical(here.merged)).toBe(canonical(there.merged));
      }),
    );
  });

  it('reports a clash for a setting both touched, unless the results are equal', () => {
    fc.assert(
      fc.property(config, config, config, (base, one, two) => {
        const [mine, theirs] = [diffConfig(base, one), diffConfig(base, two)];
        const both = touchedKeys(mine).intersection(touchedKeys(theirs));
        const find = (items: EditableItem[], key: string) => canonical(items.filter((each) => each.key === key));
        const expected = [...both].filter((key) => find(one, key) !== find(two, key));
        expect(mergeDiff(base, two, mine).clashes.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});

describe('the fingerprint', () => {
  it('distinguishes an edited config from the saved one, independent of item order [CFG-35]', () => {
    fc.assert(
      fc.property(config, config, (base, local) => {
        expect(configFingerprint(base.toReversed())).toBe(configFingerprint(base));
        expect(configFingerprint(base) === configFingerprint(local)).toBe(canonical(base) === canonical(local));
      }),
    );
  });

  it('has 32 hex digits, and one letter changes all four lanes', () => {
    const [a, b] = ['x', 'y'].map((value) =>
      configFingerprint([{ key: 'A', value, type: 1, state: 1, valueTemplate: null, masked: false }]),
    );
    expect(a).toMatch(/^[0-9a-f]{32}$/);
    for (const lane of [0, 8, 16, 24]) expect(a?.slice(lane, lane + 8)).not.toBe(b?.slice(lane, lane + 8));
  });
});
