import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { databaseHosts, deletedServices, domains, tenantServices, type DeletedFacts } from '../../fleet/tables.ts';
import type { Db, Transaction } from '../../platform/database/database.ts';
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

/** The tenant's last deleted service of each kind, deleted at or after `since`, newest first. */
export async function listLastDeleted(db: Db, tenantId: number, since: Date) {
  const hostId = sql`(${deletedServices.facts} -> 'service' ->> 'databaseHostId')::int`;
  const found = await db
    .selectDistinctOn([deletedServices.service], {
      service: deletedServices.service,
      facts: deletedServices.facts,
      deletedAt: deletedServices.deletedAt,
      deletedBy: deletedServices.deletedBy,
      hostLabel: databaseHosts.label,
    })
    .from(deletedServices)
    .leftJoin(databaseHosts, eq(databaseHosts.id, hostId))
    .where(and(eq(deletedServices.tenantId, tenantId), gte(deletedServices.deletedAt, since)))
    .orderBy(deletedServices.service, desc(deletedServices.deletedAt), desc(deletedServices.id));
  return found.toSorted((one, other) => other.deletedAt.getTime() - one.deletedAt.getTime());
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

/** Removes and returns the services deleted before this time. */
export function removeDeletedBefore(db: Transaction, before: Date): Promise<ServiceRef[]> {
  return db
    .delete(deletedServices)
    .where(lt(deletedServices.deletedAt, before))
    .returning({ tenantId: deletedServices.tenantId, service: deletedServices.service });
}

/** Number of services deleted before this time. */
export function countDeletedBefore(db: Db, before: Date): Promise<number> {
  return db.$count(deletedServices, lt(deletedServices.deletedAt, before));
}

/** True if the tenant has a deleted service of this kind that is not purged yet. */
export async function isKept(db: Db, ref: ServiceRef): Promise<boolean> {
  const own = and(eq(deletedServices.tenantId, ref.tenantId), eq(deletedServices.service, ref.service));
  return (await db.$count(deletedServices, own)) > 0;
}
