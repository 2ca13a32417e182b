import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { configs } from './tables.ts';

/** The kinds of which the tenant, deleted or not, has a config. */
export async function listKindsOf(db: Db, tenantId: number): Promise<ConfigKindSlug[]> {
  const found = await db.select({ kind: configs.kind }).from(configs).where(eq(configs.tenantId, tenantId));
  return found.map(({ kind }) => kind).toSorted();
}

/**
 * Notes that what the tenant's servers have is unknown: a config is to be published again as it was committed. One of which that
 * is not known counts as never committed.
 */
export async function setUnpublished(db: Transaction, tenantId: number): Promise<void> {
  const committed = and(eq(configs.tenantId, tenantId), isNotNull(configs.committedHash));
  await db
    .update(configs)
    .set({ serversDiffer: true })
    .where(and(committed, isNotNull(configs.committedRevision)));
  await db
    .update(configs)
    .set({
      committedRevision: null,
      committedHash: null,
      committedAt: null,
      committedBy: null,
      serversDiffer: false,
    })
    .where(and(committed, isNull(configs.committedRevision)));
}
