import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { notDeleted, existingTenant } from '../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import { onlyRow, type Db, type Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { brandings } from './tables.ts';
import type { InventoryHistory } from '@mission-control/contract/inventory/history';

export type StoredBranding = typeof brandings.$inferSelect;

const withHomePortal2 = and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, 'homeportal2'));

/** The saved branding of an existing tenant. */
export async function findBranding(db: Db, tenantId: number): Promise<StoredBranding | undefined> {
  const [found] = await db
    .select({ branding: brandings })
    .from(brandings)
    .innerJoin(tenants, eq(tenants.id, brandings.tenantId))
    .where(and(eq(brandings.tenantId, tenantId), notDeleted));
  return found?.branding;
}

/** An existing tenant, and whether it has HomePortal2. */
export async function findBrandOwner(
  db: Db,
  tenantId: number,
): Promise<{ name: string; hasHomePortal2: boolean } | undefined> {
  const [found] = await db
    .select({ name: tenants.name, service: tenantServices.service })
    .from(tenants)
    .leftJoin(tenantServices, withHomePortal2)
    .where(existingTenant(tenantId));
  return found && { name: found.name, hasHomePortal2: found.service !== null };
}

/** Locks the saved branding until the transaction ends. Locks the tenant as well, so that two concurrent first saves are serialized. */
export async function lockBranding(db: Transaction, tenantId: number): Promise<StoredBranding | undefined> {
  await db.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for('update');
  const [found] = await db.select().from(brandings).where(eq(brandings.tenantId, tenantId));
  return found;
}

/** Upserts the given columns of a branding and returns the stored row. */
export async function putBranding(
  db: Transaction,
  row: typeof brandings.$inferInsert & Pick<StoredBranding, 'tenantId'>,
): Promise<StoredBranding> {
  const stored = await db
    .insert(brandings)
    .values(row)
    .onConflictDoUpdate({ target: brandings.tenantId, set: row })
    .returning();
  return onlyRow(stored);
}

/** Ids of active tenants with HomePortal2 and a saved Branding tab, sorted by name. */
export async function listActiveTenants(db: Db): Promise<number[]> {
  const found = await db
    .select({ id: tenants.id })
    .from(brandings)
    .innerJoin(tenants, eq(tenants.id, brandings.tenantId))
    .innerJoin(tenantServices, withHomePortal2)
    .where(and(isNotNull(brandings.brand), eq(tenants.active, true), notDeleted))
    .orderBy(asc(tenants.nameKey));
  return found.map(({ id }) => id);
}

export async function setBranch(db: Transaction, tenantId: number, branch: string): Promise<void> {
  await db.update(brandings).set({ branch }).where(eq(brandings.tenantId, tenantId));
}

/** Imports brandings from an inventory. Their files are generated on request only. */
export async function importBrandings(
  db: Transaction,
  history: InventoryHistory['brandings'],
  tenantIds: ReadonlyMap<string, number>,
): Promise<void> {
  const imported = history.flatMap(({ tenant, colors, content, branch, updated_at, updated_by }) => {
    const tenantId = tenantIds.get(tenant);
    if (tenantId === undefined) return [];
    const brand = { colours: colors, content, logo: null };
    return [{ tenantId, brand, branch, updatedAt: new Date(updated_at), updatedBy: updated_by }];
  });
  await insertRows(db, brandings, imported);
}
