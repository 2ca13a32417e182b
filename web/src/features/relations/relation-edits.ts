import type { RelationInput, RelationType, TenantRelation } from '@mission-control/contract/relations/schema';
import type { TenantName } from '../../lib/tenant-matches.ts';

/** What a person chooses in a row. */
export interface RelationChoice {
  type: RelationType;
  other: TenantName | null;
}

/** A row of the page: a relation as it will be once it is saved. */
export interface RelationRow extends RelationChoice {
  key: string;
  /** null: it is new. */
  id: number | null;
}

/** What a person has done since the last save. It is kept apart from what is saved, so that changes by others show at once. */
export interface RelationEdits {
  /** Ids of relations that go. */
  removed: readonly number[];
  /** Other choices for saved relations, by id. */
  changed: ReadonlyMap<number, RelationChoice>;
  added: readonly (RelationChoice & { key: string })[];
}

export const NO_EDITS: RelationEdits = { removed: [], changed: new Map(), added: [] };

/** The saved relations with the edits on top. A changed relation that somebody else has removed stays as a new one. */
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

/** How many relations a save would add, change or remove. */
export function countEdits(saved: readonly TenantRelation[], { removed, changed, added }: RelationEdits): number {
  return saved.filter(({ id }) => removed.includes(id)).length + changed.size + added.length;
}

/** Chooses another type or tenant in a row; a saved relation that is again as it was is not changed any more. */
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

/** Takes a row away. */
export function without(edits: RelationEdits, { key, id }: RelationRow): RelationEdits {
  const changed = new Map([...edits.changed].filter(([one]) => `saved-${one}` !== key));
  return {
    removed: id === null ? edits.removed : [...edits.removed, id],
    changed,
    added: edits.added.filter((row) => row.key !== key),
  };
}

/** Adds an empty row. @param key of its own */
export function withRow(edits: RelationEdits, key: string): RelationEdits {
  return { ...edits, added: [...edits.added, { key, type: 1, other: null }] };
}

/** The list that PATCH takes [RLN-05]; rows without a tenant are left out. */
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
