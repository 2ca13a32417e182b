import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { tenants } from './tables.ts';

/** The tenant's row, locked until the transaction ends. */
export async function lockTenant(db: Transaction, id: number) {
  const [tenant] = await db
    .select()
    .from(tenants)
    .where(and(eq(tenants.id, id), isNull(tenants.deletedAt)))
    .for('update');
  return tenant;
}

/** Changes columns of a tenant and raises its version. */
export async function updateTenantRow(
  db: Transaction,
  id: number,
  change: Partial<
    Pick<typeof tenants.$inferInsert, 'active' | 'staging' | 'deploymentGroup' | 'deletedAt' | 'deletedBy'>
  >,
  by: { at: Date; name: string },
): Promise<void> {
  await db
    .update(tenants)
    .set({ ...change, version: sql`${tenants.version} + 1`, updatedAt: by.at, updatedBy: by.name })
    .where(eq(tenants.id, id));
}
