import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { tenants } from '../tenants/public.ts';

const FACTS = { id: tenants.id, name: tenants.name, regionId: tenants.regionId, staging: tenants.staging };
const living = (id: number) => and(eq(tenants.id, id), isNull(tenants.deletedAt));

/** The tenant whose services change, locked until the transaction ends; undefined when there is none or it is deleted. */
export async function lockTenantOf(db: Transaction, id: number) {
  const [tenant] = await db.select(FACTS).from(tenants).where(living(id)).for('update');
  return tenant;
}

/** The same, just read. */
export async function findTenantOf(db: Db, id: number) {
  const [tenant] = await db.select(FACTS).from(tenants).where(living(id));
  return tenant;
}

/** A change of a service is a change of its tenant. */
export async function raiseVersion(db: Transaction, id: number, by: { at: Date; name: string }): Promise<void> {
  await db
    .update(tenants)
    .set({ version: sql`${tenants.version} + 1`, updatedAt: by.at, updatedBy: by.name })
    .where(eq(tenants.id, id));
}
