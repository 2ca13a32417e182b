import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { systemValues } from './tables.ts';

/** What a tenant's system last reported, by key. */
export async function readSystemValues(db: Db, tenantId: number): Promise<Record<string, string>> {
  const found = await db
    .select({ key: systemValues.key, value: systemValues.value })
    .from(systemValues)
    .where(eq(systemValues.tenantId, tenantId))
    .orderBy(asc(systemValues.key));
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
}
