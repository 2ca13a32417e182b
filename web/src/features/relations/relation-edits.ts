import { relationFaults } from '@mission-control/contract/relations/rules';
import type { RelationInput, RelationType, TenantRelation } from '@mission-control/contract/relations/schema';
import type { FieldChanges, Fields } from '../../lib/draft/merge-fields.ts';
import { isObject } from '../../lib/is-object.ts';
import type { TenantName } from '../../lib/tenant-matches.ts';

/** The user's choice in a row. */
export interface RelationChoice {
  type: RelationType;
  other: TenantName | null;
}

/** A relation as it will be after saving. */
export interface RelationRow extends RelationChoice {
  key: string;
  /** null: new. */
  id: number | null;
}

/** Unsaved edits, kept apart from the saved relations, so that changes by others show at once. */
export interface RelationEdits {
  /** Ids of removed relations. */
  removed: readonly number[];
  /** Changed relations, by id. */
  changed: ReadonlyMap<number, RelationChoice>;
  added: readonly (RelationChoice & { key: string })[];
}

export const NO_EDITS: RelationEdits = { removed: [], changed: new Map(), added: [] };

/** The saved relations with the edits applied. A changed relation that someone else removed stays as a new one. */
export function rowsOf(saved: readonly TenantRelation[], { removed, changed, added }: RelationEdits): RelationRow[] {
  const kept = saved
    .filter(({ id }) => !removed.includes(id))
    .map((one) => ({ key: `saved-${one.id}`, id: one.id, ...(changed.get(one.id) ?? choiceOf(one)) }));
  const ids = new Set(saved.map(({ id }) => id));
  const orphans = [...changed].filter(([id]) => !ids.has(id));
  return [
    ...kept,
    ...orphans.map(([id, choice]) => ({ key: `saved-${id}`, id: null, ...choice })),
    ...added.map((row) => ({ id: null, ...row })),
  ];
}

/** Number of relations that a save adds, changes or removes. */
export function countEdits(saved: readonly TenantRelation[], { removed, changed, added }: RelationEdits): number {
  return saved.filter(({ id }) => removed.includes(id)).length + changed.size + added.length;
}

/** Changes a row; a saved relation restored to its saved state counts as unchanged. */
export function withChoice(
  saved: readonly TenantRelation[],
  edits: RelationEdits,
  { key }: RelationRow,
  choice: RelationChoice,
): RelationEdits {
  const id = savedId(key);
  if (id === null) {
    return { ...edits, added: edits.added.map((row) => (row.key === key ? { ...choice, key } : row)) };
  }
  const changed = new Map(edits.changed);
  const before = saved.find((one) => one.id === id);
  if (before && before.type === choice.type && before.tenant_right === choice.other?.id) changed.delete(id);
  else changed.set(id, choice);
  return { ...edits, changed };
}

/** Removes a row. */
export function withoutRow(edits: RelationEdits, { key, id }: RelationRow): RelationEdits {
  const changed = new Map([...edits.changed].filter(([one]) => `saved-${one}` !== key));
  return {
    removed: id === null ? edits.removed : [...edits.removed, id],
    changed,
    added: edits.added.filter((row) => row.key !== key),
  };
}

/** Adds an empty row. @param key unique */
export function withRow(edits: RelationEdits, key: string): RelationEdits {
  return { ...edits, added: [...edits.added, { key, type: 1, other: null }] };
}

/** The rows as fields of a draft, by key. */
export const fieldsOf = (rows: readonly RelationRow[]): Fields =>
  new Map(
    rows.map(({ key, type, other }) => [
      key,
      JSON.stringify({ type, other: other && { id: other.id, name: other.name } }),
    ]),
  );

/** Parses a choice stored as a field; null if it is invalid. */
export function readChoice(json: string): RelationChoice | null {
  const { type, other } = JSON.parse(json) as Partial<Record<keyof RelationChoice, unknown>>;
  if (type !== 1 && type !== 2) return null;
  const { id, name }: Record<string, unknown> = isObject(other) ? other : {};
  return { type, other: typeof id === 'number' && typeof name === 'string' ? { id, name } : null };
}

/** Applies fields of a draft to the edits. */
export function withFields(
  saved: readonly TenantRelation[],
  edits: RelationEdits,
  fields: FieldChanges,
): RelationEdits {
  let after = edits;
  for (const [key, json] of fields) {
    const id = savedId(key);
    const isSaved = saved.some((one) => one.id === id);
    const choice = json === null ? null : readChoice(json);
    after = { ...after, removed: after.removed.filter((one) => one !== id) };
    if (choice === null) after = withoutRow(after, { key, id: isSaved ? id : null, type: 1, other: null });
    else {
      if (id === null && after.added.every((row) => row.key !== key)) after = withRow(after, key);
      after = withChoice(saved, after, { key, id, ...choice }, choice);
    }
  }
  return after;
}

/** The first number that no added row has. */
export const nextAdded = ({ added }: RelationEdits): number =>
  Math.max(0, ...added.map(({ key }) => Number(key.slice('added-'.length)) + 1));

/** The body of the PATCH [RLN-05]; rows without a tenant are omitted. */
export function inputOf(rows: readonly RelationRow[]): RelationInput[] {
  return rows.flatMap(({ id, type, other }) =>
    other === null ? [] : [{ ...(id === null ? null : { id }), tenant_right: other.id, type }],
  );
}

const choiceOf = ({ type, tenant_right, tenant_right_name }: TenantRelation): RelationChoice => ({
  type,
  other: { id: tenant_right, name: tenant_right_name },
});

const savedId = (key: string) => (key.startsWith('saved-') ? Number(key.slice('saved-'.length)) : null);

/** Faults by row key. Only the server detects cycles. */
export function rowFaults(tenantId: number, rows: readonly RelationRow[]): Map<string, string> {
  const chosen = rows.flatMap((row) => (row.other === null ? [] : [{ key: row.key, id: row.id, other: row.other }]));
  const names = new Map(chosen.map(({ other }) => [other.id, other.name]));
  const list = chosen.map(({ id, other }) => ({ id, tenant_right: other.id }));
  const faults = relationFaults(tenantId, list, (id) => names.get(id) ?? `Tenant ${id}`);
  return new Map(faults.flatMap(({ at, message }) => (chosen[at] ? [[chosen[at].key, message] as const] : [])));
}

/** Why the rows cannot be saved; null: they can. */
export function reasonAgainstSave(
  unsaved: number,
  rows: readonly RelationRow[],
  faults: ReadonlyMap<string, string>,
): string | null {
  if (unsaved === 0) return 'Nothing differs from the saved relations';
  const [fault] = faults.values();
  if (fault !== undefined) return fault;
  return rows.some((row) => row.other === null) ? 'Choose a tenant in every row' : null;
}
