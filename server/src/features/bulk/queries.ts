import { bulkPath } from '@mission-control/contract/bulk/rules';
import type { BulkChange, BulkCounts, BulkRow, BulkRowState } from '@mission-control/contract/bulk/schema';
import type { FoundItem } from '@mission-control/contract/search/calls';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { existingTenants } from '../../fleet/queries-tenants.ts';
import { regions, tenants } from '../../fleet/tables.ts';
import { containsWords, searchOf, type Search, type Words } from '../../platform/database/contains-words.ts';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { isGone } from '../../platform/processes/queries.ts';
import { bulkChanges, bulkRows } from './tables.ts';

export type Bulk = typeof bulkChanges.$inferSelect;
export type Row = typeof bulkRows.$inferSelect;

/** Name, region and kind of these tenants, except deleted ones. */
export async function listFacts(db: Db, ids: readonly number[]) {
  const found = await db
    .select({
      id: tenants.id,
      name: tenants.name,
      nameKey: tenants.nameKey,
      staging: tenants.staging,
      region: regions.name,
    })
    .from(tenants)
    .innerJoin(regions, eq(regions.id, tenants.regionId))
    .where(existingTenants(ids));
  return new Map(found.map((one) => [one.id, one]));
}

export async function findBulk(db: Db, id: number): Promise<Bulk | undefined> {
  const [bulk] = await db.select().from(bulkChanges).where(eq(bulkChanges.id, id));
  return bulk;
}

export async function lockBulk(db: Transaction, id: number): Promise<Bulk | undefined> {
  const [bulk] = await db.select().from(bulkChanges).where(eq(bulkChanges.id, id)).for('update');
  return bulk;
}

/** Stores a bulk change. Undefined if its click has already started one. */
export async function insertBulk(db: Transaction, bulk: typeof bulkChanges.$inferInsert): Promise<Bulk | undefined> {
  const [row] = await db.insert(bulkChanges).values(bulk).onConflictDoNothing({ target: bulkChanges.key }).returning();
  return row;
}

export async function findByKey(db: Db, key: string): Promise<Bulk | undefined> {
  const [bulk] = await db.select().from(bulkChanges).where(eq(bulkChanges.key, key));
  return bulk;
}

export async function insertBulkRows(db: Transaction, list: (typeof bulkRows.$inferInsert)[]): Promise<void> {
  await insertRows(db, bulkRows, list);
}

/** The rows of a bulk change in processing order. */
export const listRows = (db: Db, id: number): Promise<Row[]> =>
  db.select().from(bulkRows).where(eq(bulkRows.bulkId, id)).orderBy(asc(bulkRows.position));

export async function updateBulk(db: Transaction, id: number, set: Partial<Bulk>): Promise<void> {
  await db.update(bulkChanges).set(set).where(eq(bulkChanges.id, id));
}

const ofBulk = (id: number, ...states: BulkRowState[]) => and(eq(bulkRows.bulkId, id), inArray(bulkRows.state, states));

/** Skips the waiting tenants. */
export async function skipWaiting(db: Transaction, id: number): Promise<void> {
  await db.update(bulkRows).set({ state: 'skipped' }).where(ofBulk(id, 'waiting'));
}

/** The next tenants: those left by a dead process, then the stage's waiting ones. */
export async function listNext(db: Db, { id, state, stage }: Bulk, limit: number): Promise<number[]> {
  const mayBegin = state === 'running' ? and(eq(bulkRows.state, 'waiting'), eq(bulkRows.stage, stage)) : sql`false`;
  const next = await db
    .select({ tenantId: bulkRows.tenantId })
    .from(bulkRows)
    .where(and(eq(bulkRows.bulkId, id), or(eq(bulkRows.state, 'running'), mayBegin)))
    .orderBy(asc(bulkRows.state), asc(bulkRows.position))
    .limit(limit);
  return next.map(({ tenantId }) => tenantId);
}

/**
 * Locks the row of the tenant to process; undefined if it is done, or if the bulk change was paused or stopped before the tenant was
 * started.
 */
export async function claimRow(db: Transaction, id: number, tenantId: number): Promise<Row | undefined> {
  const isRow = and(eq(bulkRows.bulkId, id), eq(bulkRows.tenantId, tenantId));
  const [row] = await db.select().from(bulkRows).where(isRow).for('update');
  if (row?.state === 'running') return row;
  if (row?.state !== 'waiting') return undefined;
  const [bulk] = await db.select({ state: bulkChanges.state }).from(bulkChanges).where(eq(bulkChanges.id, id));
  return bulk?.state === 'running' ? row : undefined;
}

/** Stores the outcome of a tenant. False if it already has one. */
export async function settleRow(db: Transaction, { bulkId, tenantId }: Row, set: Partial<Row>): Promise<boolean> {
  const isOpen = and(eq(bulkRows.tenantId, tenantId), ofBulk(bulkId, 'waiting', 'running'));
  const settled = await db.update(bulkRows).set(set).where(isOpen).returning({ id: bulkRows.tenantId });
  return settled.length === 1;
}

export async function countRows(db: Db, ids: readonly number[]): Promise<Map<number, BulkCounts>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: bulkRows.bulkId, state: bulkRows.state, count: count() })
    .from(bulkRows)
    .where(inArray(bulkRows.bulkId, [...ids]))
    .groupBy(bulkRows.bulkId, bulkRows.state);
  const byId = Map.groupBy(found, ({ id }) => id);
  return new Map(
    ids.map((id) => {
      const counts: BulkCounts = { waiting: 0, running: 0, done: 0, unchanged: 0, failed: 0, skipped: 0 };
      for (const one of byId.get(id) ?? []) counts[one.state] = one.count;
      return [id, counts];
    }),
  );
}

const LEASE = '60 s';
const leaseFromNow = sql`clock_timestamp() + ${LEASE}::interval`;
const isFree = or(isNull(bulkChanges.owner), lte(bulkChanges.leaseUntil, sql`clock_timestamp()`));
const hasBegunRows = sql`exists (select 1 from ${bulkRows} where ${bulkRows.bulkId} = ${bulkChanges.id} and ${bulkRows.state} = 'running')`;
const hasWork: SQL | undefined = or(eq(bulkChanges.state, 'running'), hasBegunRows);

/** Claims a bulk change; undefined while another worker has it, or if there is nothing to do. */
export async function acquireBulkLease(db: Db, id: number, owner: string): Promise<Bulk | undefined> {
  const [bulk] = await db
    .update(bulkChanges)
    .set({ owner, leaseUntil: leaseFromNow })
    .where(and(eq(bulkChanges.id, id), isFree, hasWork))
    .returning();
  return bulk;
}

/** Renews the lease; undefined if it was lost or there is nothing left to do. */
export async function renewBulkLease(db: Db, id: number, owner: string): Promise<Bulk | undefined> {
  const [bulk] = await db
    .update(bulkChanges)
    .set({ leaseUntil: leaseFromNow })
    .where(and(eq(bulkChanges.id, id), eq(bulkChanges.owner, owner), hasWork))
    .returning();
  return bulk;
}

/** Releases the lease. Returns whether there is more to do. */
export async function releaseBulkLease(db: Transaction, id: number, owner: string): Promise<boolean> {
  const [bulk] = await db
    .update(bulkChanges)
    .set({ owner: null, leaseUntil: null })
    .where(and(eq(bulkChanges.id, id), eq(bulkChanges.owner, owner)))
    .returning({ hasWork: sql<boolean>`${hasWork}` });
  return bulk?.hasWork ?? false;
}

/** Bulk changes that have work due at this time but no worker. */
export async function listDue(db: Db, now: Date): Promise<number[]> {
  const isOver = and(
    eq(bulkChanges.state, 'waiting'),
    isNotNull(bulkChanges.resumesAt),
    lte(bulkChanges.resumesAt, now),
  );
  const due = await db
    .select({ id: bulkChanges.id })
    .from(bulkChanges)
    .where(or(isOver, and(isFree, hasWork)));
  return due.map(({ id }) => id);
}

/** Expires the leases of dead processes. Returns their bulk changes. */
export async function expireDeadBulkLeases(db: Db): Promise<number[]> {
  const freed = await db
    .update(bulkChanges)
    .set({ owner: null, leaseUntil: null })
    .where(and(isNotNull(bulkChanges.owner), isGone(db, bulkChanges.owner)))
    .returning({ id: bulkChanges.id });
  return freed.map(({ id }) => id);
}

/** Bulk changes, newest first. */
export const listBulks = (db: Db, limit: number, before?: number): Promise<Bulk[]> =>
  db
    .select()
    .from(bulkChanges)
    .where(before === undefined ? undefined : lt(bulkChanges.id, before))
    .orderBy(desc(bulkChanges.id))
    .limit(limit);

/** The bulk changes that undid these. */
export async function listUndos(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: bulkChanges.id, of: bulkChanges.undoOf })
    .from(bulkChanges)
    .where(inArray(bulkChanges.undoOf, [...ids]))
    .orderBy(asc(bulkChanges.id));
  return new Map(found.flatMap(({ id, of }) => (of === null ? [] : [[of, id]])));
}

export const toWire = (bulk: Bulk, counts: BulkCounts, undoneBy: number | undefined): BulkChange => ({
  id: bulk.id,
  title: bulk.title,
  action: bulk.action.kind === 'retry' ? 'undo' : bulk.action.kind,
  undo_of: bulk.undoOf,
  retry_of: bulk.retryOf,
  undone_by: undoneBy ?? null,
  state: bulk.state,
  reason: bulk.reason,
  started_by: bulk.startedBy,
  started_at: bulk.startedAt.toISOString(),
  ended_at: bulk.endedAt?.toISOString() ?? null,
  stage: bulk.stage,
  resumes_at: bulk.resumesAt?.toISOString() ?? null,
  stages: bulk.stages,
  tenants: bulk.tenants,
  counts,
});

export const rowToWire = (row: Row): BulkRow => ({
  tenant_id: row.tenantId,
  tenant_name: row.tenantName,
  production: row.production,
  stage: row.stage,
  state: row.state,
  before: row.shownBefore,
  after: row.shownAfter,
  reason: row.reason,
  revision: row.revision,
  ended_at: row.endedAt?.toISOString() ?? null,
});

/** Bulk changes by title, starter or number, newest first. */
export function findBulks(db: Db, words: Words, limit: number): Search<FoundItem> {
  const { id, title, startedBy, state } = bulkChanges;
  return searchOf(
    db
      .select({ id, title, state })
      .from(bulkChanges)
      .where(containsWords(words, sql`'bulk change ' || ${id} || ' #' || ${id}`, title, startedBy))
      .orderBy(desc(id))
      .limit(limit),
    (bulk) => ({ kind: 'bulk', name: bulk.title, detail: bulk.state, path: bulkPath(bulk.id) }),
  );
}
