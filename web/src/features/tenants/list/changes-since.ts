import type { TenantRow } from '@mission-control/contract/tenants/schema';

/** How a list differs from an earlier one. */
export interface ChangesSince {
  /** Tenants of the earlier list that differ now, or are gone. */
  ids: ReadonlySet<number>;
  changed: number;
  gone: number;
  added: number;
}

/** Compares the rows of two lists. Both come from the server, with their keys in the same order. */
export function changesSince(then: readonly TenantRow[], now: readonly TenantRow[]): ChangesSince {
  const current = new Map(now.map((row) => [row._id, row]));
  const ids = new Set<number>();
  let gone = 0;
  for (const row of then) {
    const is = current.get(row._id);
    if (is === undefined) gone += 1;
    if (is === undefined || JSON.stringify(is) !== JSON.stringify(row)) ids.add(row._id);
    current.delete(row._id);
  }
  return { ids, changed: ids.size - gone, gone, added: current.size };
}
