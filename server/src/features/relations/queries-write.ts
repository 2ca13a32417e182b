import type { ParentEdge } from '@mission-control/contract/relations/rules';
import { eq, inArray, or, sql } from 'drizzle-orm';
import { tenants } from '../../fleet/tables.ts';
import { rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { relations } from './tables.ts';

/**
 * Serializes changes of relations until the transaction ends, so that two of them cannot create a cycle together. Take it before
 * locking any tenant: a new relation locks its other end.
 */
export async function lockRelations(db: Transaction): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('tenant relations'))`);
}

/** All relations of a tenant in order of creation, including those to deleted tenants. */
export async function listStoredRelations(db: Db, tenantId: number) {
  return db
    .select({
      id: relations.id,
      parentId: relations.parentId,
      childId: relations.childId,
      otherId: tenants.id,
      otherName: tenants.name,
      deletedAt: tenants.deletedAt,
    })
    .from(relations)
    .innerJoin(tenants, sql`${tenants.id} = ${relations.parentId} + ${relations.childId} - ${tenantId}`)
    .where(or(eq(relations.parentId, tenantId), eq(relations.childId, tenantId)))
    .orderBy(relations.id);
}
export type StoredRelation = Awaited<ReturnType<typeof listStoredRelations>>[number];

/** Names of these tenants, including deleted ones. */
export async function namesOfAll(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await db
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .where(inArray(tenants.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/**
 * All 'is parent of' edges at or above the given tenants, except those of the tenant `except`. Visits each tenant once, so it
 * terminates even on cycles. Deleted tenants count, because restoring one must not create a cycle.
 */
export async function edgesAbove(db: Db, ids: readonly number[], except: number): Promise<ParentEdge[]> {
  return rows<ParentEdge>(
    db,
    sql`
      with recursive above (id) as (
        select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)
        union
        select ${relations.parentId} from ${relations} join above on ${relations.childId} = above.id
        where ${relations.parentId} <> ${except}
      )
      select ${relations.parentId} as parent, ${relations.childId} as child
      from ${relations} join above on ${relations.childId} = above.id
      where ${relations.parentId} <> ${except} and ${relations.childId} <> ${except}`,
  );
}

/** A row to store; id null = new. */
export interface RelationRow {
  id: number | null;
  parentId: number;
  childId: number;
}

export async function deleteRelations(db: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(relations).where(inArray(relations.id, [...ids]));
}

/** Inserts the rows in order, keeping existing ids. */
export async function insertRelations(db: Transaction, list: readonly RelationRow[]): Promise<void> {
  const old = list.flatMap(({ id, ...pair }) => (id === null ? [] : [{ id, ...pair }]));
  const fresh = list.flatMap(({ id, ...pair }) => (id === null ? [pair] : []));
  if (old.length > 0) await db.insert(relations).values(old);
  if (fresh.length > 0) await db.insert(relations).values(fresh);
}
