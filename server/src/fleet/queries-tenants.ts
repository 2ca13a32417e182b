import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { rows, type Db, type Transaction } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { tenants } from './tables.ts';

export const noTenantText = (id: number): string => `There is no tenant ${id}. It may have been deleted.`;

export const noTenant = (id: number): AppError => new AppError('not_found', noTenantText(id));

/** Deleted tenants are kept for 30 days; only the queries that restore and purge them see them. */
export const notDeleted = isNull(tenants.deletedAt);

/** The tenant with this id, unless it is deleted. */
export const existingTenant = (id: number) => and(eq(tenants.id, id), notDeleted);

/** Those of these tenants that are not deleted. */
export const existingTenants = (ids: readonly number[]) => and(inArray(tenants.id, [...ids]), notDeleted);

/** Names of existing tenants, unordered. @param ids null: all */
export const listTenantNames = (
  db: Db,
  ids: readonly number[] | null,
): Promise<{ id: number; name: string; nameKey: string }[]> =>
  db
    .select({ id: tenants.id, name: tenants.name, nameKey: tenants.nameKey })
    .from(tenants)
    .where(and(notDeleted, ids === null ? undefined : inArray(tenants.id, [...ids])));

/** @throws AppError('not_found') when there is no such tenant, or it is deleted */
export async function requireTenant(db: Db, id: number) {
  const [tenant] = await db.select().from(tenants).where(existingTenant(id));
  if (!tenant) throw noTenant(id);
  return tenant;
}

/**
 * Reads the row and locks it until the transaction ends. Rows that refer to the tenant can still be inserted: blocking them would deadlock
 * with a save or commit that has locked one of its configs.
 * @throws AppError('not_found')
 */
export async function lockTenant(db: Transaction, id: number) {
  const [tenant] = await db.select().from(tenants).where(existingTenant(id)).for('no key update');
  if (!tenant) throw noTenant(id);
  return tenant;
}

type Changeable =
  | 'name'
  | 'nameKey'
  | 'accountId'
  | 'active'
  | 'staging'
  | 'deploymentGroup'
  | 'deletedAt'
  | 'deletedBy';

/** Changes columns of tenants and raises their versions; a change of a service or a relation is a change of its tenants. */
export async function changeTenants(
  db: Transaction,
  ids: readonly number[],
  by: { at: Date; name: string },
  change: Partial<Pick<typeof tenants.$inferInsert, Changeable>> = {},
): Promise<void> {
  await db
    .update(tenants)
    .set({ ...change, version: sql`${tenants.version} + 1`, updatedAt: by.at, updatedBy: by.name })
    .where(inArray(tenants.id, [...ids]));
}

/** Reported totals of a tenant; `centres` is null when no report has counted them. */
export interface TenantTotals {
  id: number;
  members: number;
  centres: number | null;
}

/**
 * Stores reported totals. Versions are unchanged, because a report must not conflict with an open editor.
 * @returns the tenants whose totals changed
 */
export async function storeTotals(db: Transaction, totals: readonly TenantTotals[]): Promise<number[]> {
  const changed = await rows<{ id: number }>(
    db,
    sql`
      update ${tenants} set total_members = counted.members, total_centres = coalesce(counted.centres, total_centres)
      from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as counted(id int, members int, centres int)
      where counted.id = ${tenants.id}
        and (${tenants.totalMembers} is distinct from counted.members
          or counted.centres <> coalesce(${tenants.totalCentres}, -1))
      returning ${tenants.id}`,
  );
  return changed.map(({ id }) => id);
}
