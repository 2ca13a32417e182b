import { asc } from 'drizzle-orm';
import { isLiving } from '../../fleet/queries-tenants.ts';
import { tenants } from '../../fleet/tables.ts';
import type { Db } from '../../platform/database/database.ts';

export interface NameRow {
  id: number;
  name: string;
  /** The folded name; fold search texts alike. */
  nameKey: string;
}

/** Names of all living tenants, sorted by name; search results of equal rank keep this order. */
export async function listNames(db: Db): Promise<NameRow[]> {
  return db
    .select({ id: tenants.id, name: tenants.name, nameKey: tenants.nameKey })
    .from(tenants)
    .where(isLiving)
    .orderBy(asc(tenants.nameKey), asc(tenants.id));
}
