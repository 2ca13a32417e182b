import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { regions, accounts, tenants } from '../../fleet/tables.ts';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { servicesOfTenant } from '../services/public.ts';

/** Tenants deleted at or after `since`, newest first. */
export function listDeletedRows(db: Db, since: Date) {
  return db
    .select({
      _id: tenants.id,
      tenant_name: tenants.name,
      account_name: accounts.tradingName,
      region: regions.name,
      deployment_group: tenants.deploymentGroup,
      services: servicesOfTenant(tenants.id),
      deletedAt: sql`${tenants.deletedAt}`.mapWith(tenants.createdAt),
      deletedBy: sql<string>`coalesce(${tenants.deletedBy}, '')`,
    })
    .from(tenants)
    .innerJoin(accounts, eq(accounts.id, tenants.accountId))
    .innerJoin(regions, eq(regions.id, tenants.regionId))
    .where(gte(tenants.deletedAt, since))
    .orderBy(desc(tenants.deletedAt), asc(tenants.id));
}

/** Locks a tenant deleted at or after `since` until the transaction ends, like `lockTenant`. */
export async function lockDeletedTenant(db: Transaction, id: number, since: Date) {
  const [tenant] = await db
    .select()
    .from(tenants)
    .where(and(eq(tenants.id, id), gte(tenants.deletedAt, since)))
    .for('no key update');
  return tenant;
}

/** Ids of the tenants deleted before this time. */
export async function listOverdue(db: Db, before: Date): Promise<number[]> {
  const found = await db.select({ id: tenants.id }).from(tenants).where(lt(tenants.deletedAt, before));
  return found.map(({ id }) => id);
}

/** Deletes a tenant that was soft-deleted before this time, with all its data. Returns its name; undefined if there is none. */
export async function removeOverdue(db: Transaction, id: number, before: Date): Promise<string | undefined> {
  const [removed] = await db
    .delete(tenants)
    .where(and(eq(tenants.id, id), lt(tenants.deletedAt, before)))
    .returning({ name: tenants.name });
  return removed?.name;
}
