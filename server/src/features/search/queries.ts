import { asc, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { tenants } from '../tenants/public.ts';

/** A tenant as it is searched for. */
export interface NameRow {
  id: number;
  name: string;
  /** The name, folded as texts that are searched for are. */
  nameKey: string;
}

/** The names of all tenants that are not deleted, by name: a search answers equals in this order. */
export async function listNames(db: Db): Promise<NameRow[]> {
  return db
    .select({ id: tenants.id, name: tenants.name, nameKey: tenants.nameKey })
    .from(tenants)
    .where(isNull(tenants.deletedAt))
    .orderBy(asc(tenants.nameKey), asc(tenants.id));
}
