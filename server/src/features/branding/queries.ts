import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { tenantServices } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';
import { brandings } from './tables.ts';

export type StoredBranding = typeof brandings.$inferSelect;

const withHomePortal2 = and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, 'homeportal2'));

/** The saved branding of a tenant that is not deleted. */
export async function findBranding(db: Db, tenantId: number): Promise<StoredBranding | undefined> {
  const [found] = await db
    .select({ branding: brandings })
    .from(brandings)
    .innerJoin(tenants, eq(tenants.id, brandings.tenantId))
    .where(and(eq(brandings.tenantId, tenantId), isNull(tenants.deletedAt)));
  return found?.branding;
}

/** A tenant that is not deleted, and whether it has HomePortal2. */
export async function findBrandOwner(
  db: Db,
  tenantId: number,
): Promise<{ name: string; hasHomePortal2: boolean } | undefined> {
  const [found] = await db
    .select({ name: tenants.name, service: tenantServices.service })
    .from(tenants)
    .leftJoin(tenantServices, withHomePortal2)
    .where(and(eq(tenants.id, tenantId), isNull(tenants.deletedAt)));
  return found && { name: found.name, hasHomePortal2: found.service !== null };
}

/** The saved branding, locked until the transaction ends; the tenant is, too, so that two first savings wait for each other. */
export async function lockBranding(db: Transaction, tenantId: number): Promise<StoredBranding | undefined> {
  await db.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for('update');
  const [found] = await db.select().from(brandings).where(eq(brandings.tenantId, tenantId));
  return found;
}

/** Stores what is given of a branding; the rest stays. Answers it as it is stored. */
export async function putBranding(
  db: Transaction,
  row: typeof brandings.$inferInsert & Pick<StoredBranding, 'tenantId'>,
): Promise<StoredBranding> {
  const [stored] = await db
    .insert(brandings)
    .values(row)
    .onConflictDoUpdate({ target: brandings.tenantId, set: row })
    .returning();
  if (!stored) throw new Error('An upsert answered no row.');
  return stored;
}

/** Ids of active tenants with HomePortal2 whose Branding tab was saved, by name. */
export async function listActiveTenants(db: Db): Promise<number[]> {
  const found = await db
    .select({ id: tenants.id })
    .from(brandings)
    .innerJoin(tenants, eq(tenants.id, brandings.tenantId))
    .innerJoin(tenantServices, withHomePortal2)
    .where(and(isNotNull(brandings.brand), eq(tenants.active, true), isNull(tenants.deletedAt)))
    .orderBy(asc(tenants.nameKey));
  return found.map(({ id }) => id);
}

/** Notes the branch that a saved branding is generated from. */
export async function setBranch(db: Transaction, tenantId: number, branch: string): Promise<void> {
  await db.update(brandings).set({ branch }).where(eq(brandings.tenantId, tenantId));
}
