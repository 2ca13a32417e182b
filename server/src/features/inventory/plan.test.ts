import { ITEM_KINDS } from '@mission-control/contract/inventory/plan';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf, planText, type Existing, type Fields, type Item, type Step } from './plan.ts';

const value = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constantFrom('a', 'b'), fc.constant(null));
const item = fc.record({
  kind: fc.constantFrom(...ITEM_KINDS),
  ref: fc.constantFrom('one', 'two', 'three'),
  fields: fc.record({ name: value, account: value, servers: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }) }),
});
const items = fc.uniqueArray(item, { selector: ({ kind, ref }) => `${kind} ${ref}`, maxLength: 12 });
const existing = items.chain((list) =>
  fc.tuple(
    ...list.map((one) =>
      fc.record({
        kind: fc.constant(one.kind),
        ref: fc.constant(one.ref),
        fields: fc.constant<Fields>(one.fields),
        declared: fc.option(fc.oneof(fc.constant<Fields>(one.fields), fc.record({ name: value, account: value }))),
        usedBy: fc.option(fc.constant('Brimham Active uses it.')),
      }),
    ),
  ),
);

/** The console after applying a plan. */
function applied(steps: readonly Step[], file: readonly Item[], here: readonly Existing[]): Existing[] {
  const after = new Map(here.map((one) => [`${one.kind} ${one.ref}`, one]));
  const wanted = new Map(file.map((one) => [`${one.kind} ${one.ref}`, one]));
  const stuck = new Set<string>();
  for (const { action, kind, ref, changes } of steps) {
    const key = `${kind} ${ref}`;
    if (action === 'conflict' || action === 'refused') stuck.add(key);
    else if (action === 'remove') after.delete(key);
    else {
      const before = after.get(key);
      const changed = Object.fromEntries(changes.map(({ field, file: to }) => [field, to]));
      const fields = before ? { ...before.fields, ...changed } : (wanted.get(key)?.fields ?? {});
      after.set(key, { kind, ref, fields, declared: null, usedBy: before?.usedBy ?? null });
    }
  }
  return [...after.values()].map((one) => {
    const key = `${one.kind} ${one.ref}`;
    return wanted.has(key) && !stuck.has(key) ? { ...one, declared: wanted.get(key)?.fields ?? null } : one;
  });
}

const owned = (one: Pick<Item, 'kind'>) => one.kind !== 'tenant';
const quiet = (steps: readonly Step[]) => steps.filter(({ action }) => action !== 'conflict' && action !== 'refused');

describe('the plan of an inventory', () => {
  it('makes the console match the file from any initial state, except for conflicts', () => {
    fc.assert(
      fc.property(items, existing, (file, here) => {
        const steps = planOf(file, here);
        const after = new Map(applied(steps, file, here).map((one) => [`${one.kind} ${one.ref}`, one]));
        const stuck = new Set(
          steps.filter(({ action }) => action === 'conflict').map(({ kind, ref }) => `${kind} ${ref}`),
        );
        const settled = file.filter((one) => owned(one) && !stuck.has(`${one.kind} ${one.ref}`));
        expect(settled.map((one) => after.get(`${one.kind} ${one.ref}`)?.fields)).toEqual(
          settled.map((one) => one.fields),
        );
      }),
    );
  });

  it('sets a field that the last inventory did not have yet, without a conflict', () => {
    const place = { kind: 'environment', ref: 'one' } as const;
    const before = { name: 'one', services: null };
    const here: Existing = { ...place, fields: before, declared: { name: 'one' }, usedBy: null };
    const changes = [{ field: 'services', here: null, file: ['coursepro'] }];
    expect(planOf([{ ...place, fields: { ...before, services: ['coursepro'] } }], [here])).toEqual([
      { ...place, action: 'change', changes },
    ]);
  });

  it('is empty after it has been applied', () => {
    fc.assert(
      fc.property(items, existing, (file, here) => {
        const after = applied(planOf(file, here), file, here);
        expect(quiet(planOf(file, after))).toEqual([]);
      }),
    );
  });

  it('does not depend on the order of the file or of the console', () => {
    const text = (steps: readonly Step[]) => planText(steps).split('\n').toSorted();
    fc.assert(
      fc.property(items, existing, (file, here) => {
        expect(text(planOf(file.toReversed(), here.toReversed()))).toEqual(text(planOf(file, here)));
      }),
    );
  });

  it('adds referenced items first, and removes them last', () => {
    fc.assert(
      fc.property(items, existing, (file, here) => {
        const order = planOf(file, here).flatMap(({ action, kind }) => {
          const at = ITEM_KINDS.indexOf(kind);
          return action === 'add' ? [at] : action === 'remove' ? [2 * ITEM_KINDS.length - at] : [];
        });
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });
});

const region = (fields: Fields): Item => ({ kind: 'region', ref: 'eu', fields });
const here = (kind: Item['kind'], fields: Fields, declared: Fields | null, usedBy: string | null = null): Existing => ({
  kind,
  ref: 'eu',
  fields,
  declared,
  usedBy,
});

describe('a difference', () => {
  it('is a conflict if both sides changed the field, and a change if only one did', () => {
    const file = [region({ name: 'eu', description: 'new' })];
    expect(
      planOf(file, [here('region', { name: 'eu', description: 'old' }, { name: 'eu', description: 'old' })]),
    ).toMatchObject([{ action: 'change', changes: [{ field: 'description', here: 'old', file: 'new' }] }]);
    const clash = planOf(file, [
      here('region', { name: 'eu', description: 'mine' }, { name: 'eu', description: 'old' }),
    ]);
    expect(clash).toMatchObject([{ action: 'conflict' }]);
    expect(planText(clash)).toBe(
      '! region eu: changed here and in the file\n    description: "mine" -> "new" (was "old")\n1 in conflict.',
    );
  });

  it('in a tenant is kept if only its operators made it', () => {
    const file: Item[] = [{ kind: 'tenant', ref: 'eu', fields: { name: 'Old', account: 'A' } }];
    expect(planOf(file, [here('tenant', { name: 'Renamed', account: 'A' }, { name: 'Old', account: 'A' })])).toEqual(
      [],
    );
    expect(
      planOf(file, [here('tenant', { name: 'Older', account: 'A' }, { name: 'Older', account: 'A' })]),
    ).toMatchObject([{ action: 'change' }]);
  });

  it('is left alone for kinds maintained by hand', () => {
    const now = [here('region', { name: 'eu', description: 'old' }, {})];
    expect(planOf([region({ name: 'eu', description: 'new' })], now, new Set(['region']))).toEqual([]);
    expect(planOf([], now, new Set(['region']))).toEqual([]);
  });

  it('is a removal only if an inventory declared the item, and is refused with its users', () => {
    expect(planOf([], [here('region', {}, null)])).toEqual([]);
    expect(planOf([], [here('region', {}, {})])).toMatchObject([{ action: 'remove' }]);
    const refused = planOf([], [here('region', {}, {}, 'Brimham Active uses it.')]);
    expect(planText(refused)).toBe('! region eu: not removed. Brimham Active uses it.\n1 not removed.');
    expect(planOf([], [here('tenant', {}, {})])).toMatchObject([{ action: 'refused' }]);
  });
});
