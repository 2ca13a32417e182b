import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import {
  databaseHosts,
  deletedServices,
  domains,
  tenants,
  tenantServices,
  type DeletedFacts,
} from '../../fleet/tables.ts';
import { batched } from '../../platform/database/batched.ts';
import {
  perDatabase,
  preparedForKeys,
  type Database,
  type Db,
  type Transaction,
} from '../../platform/database/database.ts';
import type { ServiceRef } from './places/queries-places.ts';

/** Moves a service and its domains to `deleted_services`. */
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

/** Locks the tenant's last deleted service of this kind, if deleted at or after `since`, until the transaction ends. */
export async function lockDeleted(db: Transaction, ref: ServiceRef, since: Date) {
  const [deleted] = await db
    .select()
    .from(deletedServices)
    .where(
      and(
        eq(deletedServices.tenantId, ref.tenantId),
        eq(deletedServices.service, ref.service),
        gte(deletedServices.deletedAt, since),
      ),
    )
    .orderBy(desc(deletedServices.deletedAt), desc(deletedServices.id))
    .limit(1)
    .for('update');
  return deleted;
}

const lastDeletedReader = perDatabase((db) => {
  const hostId = sql`(${deletedServices.facts} -> 'service' ->> 'databaseHostId')::int`;
  const list = preparedForKeys((isAmong, length) =>
    db
      .selectDistinctOn([tenants.id, deletedServices.service], {
        tenantId: tenants.id,
        deleted: deletedServices,
        hostLabel: databaseHosts.label,
      })
      .from(tenants)
      .leftJoin(deletedServices, eq(deletedServices.tenantId, tenants.id))
      .leftJoin(databaseHosts, eq(databaseHosts.id, hostId))
      .where(and(isAmong(tenants.id), notDeleted))
      .orderBy(tenants.id, deletedServices.service, desc(deletedServices.deletedAt), desc(deletedServices.id))
      .prepare(`last_deleted_services${length}`),
  );
  return batched(async (ids: number[]) => Map.groupBy(await list(ids), ({ tenantId }) => tenantId));
});

/** The last deleted service of each kind, deleted at or after `since`, newest first; undefined without the tenant. */
export async function listLastDeleted(db: Database, tenantId: number, since: Date) {
  const found = await lastDeletedReader(db)(tenantId);
  return found
    ?.flatMap(({ deleted, hostLabel }) => (deleted && deleted.deletedAt >= since ? { ...deleted, hostLabel } : []))
    .toSorted((a, b) => b.deletedAt.getTime() - a.deletedAt.getTime());
}

/** Restores a deleted service with these domains. */
export async function restoreDeleted(
  db: Transaction,
  deleted: typeof deletedServices.$inferSelect,
  kept: DeletedFacts['domains'],
): Promise<void> {
  const ref = { tenantId: deleted.tenantId, service: deleted.service };
  await db.insert(tenantServices).values({ ...deleted.facts.service, ...ref });
  if (kept.length > 0) await db.insert(domains).values(kept.map((domain) => ({ ...ref, ...domain })));
  await db.delete(deletedServices).where(eq(deletedServices.id, deleted.id));
}

/** Removes and returns the services deleted before this time. Locks their tenants, so that none is being added again. */
export async function removeDeletedBefore(db: Transaction, before: Date): Promise<ServiceRef[]> {
  const isOld = lt(deletedServices.deletedAt, before);
  const owners = db.select({ id: deletedServices.tenantId }).from(deletedServices).where(isOld);
  await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(inArray(tenants.id, owners))
    .orderBy(asc(tenants.id))
    .for('no key update');
  return db
    .delete(deletedServices)
    .where(isOld)
    .returning({ tenantId: deletedServices.tenantId, service: deletedServices.service });
}

/** True if the tenant has a deleted service of this kind that is not purged yet. */
export async function isKept(db: Db, ref: ServiceRef): Promise<boolean> {
  const ofService = and(eq(deletedServices.tenantId, ref.tenantId), eq(deletedServices.service, ref.service));
  return (await db.$count(deletedServices, ofService)) > 0;
}
