import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { ServiceRef } from './queries-places.ts';
import { deletedServices, domains, tenantServices, type DeletedFacts } from './tables.ts';

/** Keeps a service aside and removes it and its domains from the tenant. */
export async function moveToDeleted(
  db: Transaction,
  ref: ServiceRef,
  facts: DeletedFacts,
  by: { at: Date; name: string },
): Promise<void> {
  await db.insert(deletedServices).values({ ...ref, facts, deletedAt: by.at, deletedBy: by.name });
  await db.delete(domains).where(and(eq(domains.tenantId, ref.tenantId), eq(domains.service, ref.service)));
  await db
    .delete(tenantServices)
    .where(and(eq(tenantServices.tenantId, ref.tenantId), eq(tenantServices.service, ref.service)));
}
