import { asc, eq, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { regions } from '../environments/public.ts';
import { accounts, tenants } from './tables.ts';

/** Id and name of all tenants that are not deleted, by name. */
export function listTenantChoices(db: Db): Promise<{ id: number; tenant_name: string }[]> {
  return db
    .select({ id: tenants.id, tenant_name: tenants.name })
    .from(tenants)
    .where(isNull(tenants.deletedAt))
    .orderBy(asc(tenants.nameKey), asc(tenants.id));
}

/** All accounts by name. */
export function listAccountRows(db: Db): Promise<{ _id: number; trading_name: string }[]> {
  return db
    .select({ _id: accounts.id, trading_name: accounts.tradingName })
    .from(accounts)
    .orderBy(asc(accounts.tradingName), asc(accounts.id));
}

/** The name of a region; undefined when there is none. */
export async function findRegionName(db: Db, id: number): Promise<string | undefined> {
  const [region] = await db.select({ name: regions.name }).from(regions).where(eq(regions.id, id));
  return region?.name;
}

/** The name of an account; undefined when there is none. */
export async function findAccountName(db: Db, id: number): Promise<string | undefined> {
  const [account] = await db.select({ name: accounts.tradingName }).from(accounts).where(eq(accounts.id, id));
  return account?.name;
}

/** Stores a tenant. Answers its id. @throws a unique violation of `tenants_name_key` when the name is taken. */
export async function insertTenant(db: Transaction, row: typeof tenants.$inferInsert): Promise<number> {
  const [stored] = await db.insert(tenants).values(row).returning({ id: tenants.id });
  if (!stored) throw new Error('The inserted tenant was not answered.');
  return stored.id;
}
