import type { TenantRelation } from '@mission-control/contract/relations/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countEdits,
  inputOf,
  NO_EDITS,
  reasonAgainstSave,
  rowFaults,
  rowsOf,
  withChoice,
  withoutRow,
  withRow,
  type RelationEdits,
  type RelationRow,
} from './relation-edits.ts';

const relation = (id: number, right = id * 10, type: 1 | 2 = 1): TenantRelation => ({
  id,
  idx: 0,
  type,
  tenant_left: 12,
  tenant_right: right,
  tenant_right_name: `Tenant ${right}`,
});
const saved = [relation(1), relation(2), relation(3)];
const other = (id: number) => ({ id, name: `Tenant ${id}` });
const rowOf = (rows: readonly RelationRow[], key: string): RelationRow => {
  const found = rows.find((row) => row.key === key);
  if (!found) throw new Error(`There is no row ${key}.`);
  return found;
};
const edit = (edits: RelationEdits, key: string) => rowOf(rowsOf(saved, edits), key);

describe('relations under edit', () => {
  it('are sent as they are on the screen: id, tenant_right, type [RLN-05]', () => {
    let edits = withRow(NO_EDITS, 'added-0');
    edits = withChoice(saved, edits, edit(edits, 'added-0'), { type: 2, other: other(99) });
    edits = withChoice(saved, edits, edit(edits, 'saved-2'), { type: 2, other: other(20) });
    edits = withoutRow(edits, edit(edits, 'saved-3'));
    expect(inputOf(rowsOf(saved, edits))).toEqual([
      { id: 1, tenant_right: 10, type: 1 },
      { id: 2, tenant_right: 20, type: 2 },
      { tenant_right: 99, type: 2 },
    ]);
    expect(countEdits(saved, edits)).toBe(3);
  });

  it('count nothing for a choice that is reverted', () => {
    let edits = withChoice(saved, NO_EDITS, edit(NO_EDITS, 'saved-1'), { type: 2, other: other(10) });
    expect(countEdits(saved, edits)).toBe(1);
    edits = withChoice(saved, edits, edit(edits, 'saved-1'), { type: 1, other: other(10) });
    expect(countEdits(saved, edits)).toBe(0);
    edits = withRow(edits, 'added-0');
    edits = withoutRow(edits, edit(edits, 'added-0'));
    expect(edits).toEqual(NO_EDITS);
  });

  it('show concurrent saves, and keep a choice whose relation somebody removed', () => {
    const edits = withChoice(saved, NO_EDITS, edit(NO_EDITS, 'saved-2'), { type: 2, other: other(77) });
    const now = [relation(1), relation(4)];
    expect(inputOf(rowsOf(now, edits))).toEqual([
      { id: 1, tenant_right: 10, type: 1 },
      { id: 4, tenant_right: 40, type: 1 },
      { tenant_right: 77, type: 2 },
    ]);
  });

  it('differ from the saved ones exactly when something is counted', () => {
    const step = fc.record({ kind: fc.constantFrom('add', 'choose', 'remove'), at: fc.nat(5), pick: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let edits = NO_EDITS;
        steps.forEach(({ kind, at, pick }, index) => {
          const rows = rowsOf(saved, edits);
          const row = rows[at % Math.max(1, rows.length)];
          if (kind === 'add') edits = withRow(edits, `added-${index}`);
          else if (row && kind === 'remove') edits = withoutRow(edits, row);
          else if (row) edits = withChoice(saved, edits, row, { type: 1, other: other(pick * 10) });
        });
        const rows = rowsOf(saved, edits);
        const same = JSON.stringify(inputOf(rows)) === JSON.stringify(inputOf(rowsOf(saved, NO_EDITS)));
        const empty = rows.some((row) => row.other === null);
        expect(countEdits(saved, edits) === 0).toBe(same && !empty);
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      }),
    );
  });
});

describe('the reasons against a save', () => {
  const row = (key: string, right: number | null): RelationRow => ({
    key,
    id: null,
    type: 1,
    other: right === null ? null : other(right),
  });
  const against = (unsaved: number, ...rows: RelationRow[]) => reasonAgainstSave(unsaved, rows, rowFaults(12, rows));

  it('is a relation to itself, the same tenant twice, an empty row, or that nothing differs', () => {
    expect(against(1, row('a', 12))).toBe('A tenant cannot have a relation to itself.');
    expect(against(2, row('a', 5), row('b', null), row('c', 5))).toMatch(/^Tenant 5 is listed twice\./);
    expect([...rowFaults(12, [row('a', 5), row('b', null), row('c', 5)]).keys()]).toEqual(['c']);
    expect(against(1, row('a', 5), row('b', null))).toBe('Choose a tenant in every row');
    expect(against(0, row('a', 5))).toBe('Nothing differs from the saved relations');
    expect(against(1, row('a', 5))).toBeNull();
  });
});
