import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffConfig, type ConfigDiff } from './diff.ts';
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

/** The items with a diff applied. */
function applyDiff(base: readonly EditableItem[], diff: ConfigDiff): EditableItem[] {
  const items = new Map(base.map((one) => [one.key, one]));
  for (const key of diff.removed) items.delete(key);
  for (const one of [...diff.changed, ...diff.added]) items.set(one.key, one);
  return [...items.values()];
}

const keysOf = (diff: ConfigDiff): string[] => [
  ...[...diff.added, ...diff.changed].map((one) => one.key),
  ...diff.removed,
];

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
        expect(keysOf(diffConfig(base, base.toReversed()))).toEqual([]);
        expect(keysOf(diffConfig(base, local)).length === 0).toBe(canonical(base) === canonical(local));
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
        expect(new Set(keysOf(diff)).size).toBe(keysOf(diff).length);
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
