import { relationFaults } from '@mission-control/contract/relations/rules';
import type { RelationRow } from './relation-edits.ts';

/** What is wrong with each row, by its key, as far as it can be told here; circles are for the server to find. */
export function rowFaults(tenantId: number, rows: readonly RelationRow[]): Map<string, string> {
  const chosen = rows.flatMap((row) => (row.other === null ? [] : [{ key: row.key, id: row.id, other: row.other }]));
  const names = new Map(chosen.map(({ other }) => [other.id, other.name]));
  const list = chosen.map(({ id, other }) => ({ id, tenant_right: other.id }));
  const faults = relationFaults(tenantId, list, (id) => names.get(id) ?? `Tenant ${id}`);
  return new Map(faults.flatMap(({ at, message }) => (chosen[at] ? [[chosen[at].key, message] as const] : [])));
}

/** Why the rows cannot be saved now; null when they can. */
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
