import { asc, eq } from 'drizzle-orm';
import { accounts, tenants } from '../../fleet/tables.ts';
import { onlyRow, type Db, type Transaction } from '../../platform/database/database.ts';

/** All accounts, sorted by name. */
export function listAccountRows(db: Db): Promise<{ _id: number; trading_name: string }[]> {
  return db
    .select({ _id: accounts.id, trading_name: accounts.tradingName })
    .from(accounts)
    .orderBy(asc(accounts.tradingName), asc(accounts.id));
}

export async function findAccountName(db: Db, id: number): Promise<string | undefined> {
  const [account] = await db.select({ name: accounts.tradingName }).from(accounts).where(eq(accounts.id, id));
  return account?.name;
}

/** Inserts a tenant and returns its id. @throws a unique violation of `tenants_name_key` if the name is taken */
export async function insertTenant(db: Transaction, row: typeof tenants.$inferInsert): Promise<number> {
  return onlyRow(await db.insert(tenants).values(row).returning({ id: tenants.id })).id;
}
