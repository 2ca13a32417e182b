import type { ParentEdge } from '@mission-control/contract/relations/rules';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { tenants } from '../tenants/public.ts';
import { relations } from './tables.ts';

/**
 * Makes changes of relations wait for each other until the transaction ends, so that two of them cannot close a circle
 * together. Take it before any tenant is locked: a new relation locks its other end.
 */
export async function lockRelations(db: Transaction): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('tenant relations'))`);
}

/** All relations of a tenant in the order of their making, those to deleted tenants included. */
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

/** Names of the tenants that exist and are not deleted. */
export async function namesOfTenants(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await db
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .where(and(inArray(tenants.id, [...ids]), isNull(tenants.deletedAt)));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Names of tenants, deleted ones included. */
export async function namesOfAll(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await db
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .where(inArray(tenants.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/**
 * Every 'is parent of' above the given tenants, themselves included, without those of the tenant `apart`. Each tenant is
 * visited once, so it ends whatever is stored. Deleted tenants count: a restored one must not close a circle.
 */
export async function edgesAbove(db: Db, ids: readonly number[], apart: number): Promise<ParentEdge[]> {
  return rows<ParentEdge>(
    db,
    sql`
      with recursive above (id) as (
        select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)
        union
        select ${relations.parentId} from ${relations} join above on ${relations.childId} = above.id
        where ${relations.parentId} <> ${apart}
      )
      select ${relations.parentId} as parent, ${relations.childId} as child
      from ${relations} join above on ${relations.childId} = above.id
      where ${relations.parentId} <> ${apart} and ${relations.childId} <> ${apart}`,
  );
}

/** A relation as it is to be stored; a new one has no id. */
export interface RelationRow {
  id: number | null;
  parentId: number;
  childId: number;
}

export async function deleteRelations(db: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(relations).where(inArray(relations.id, [...ids]));
}

/** Inserts the rows in their order; those with an id had it before. */
export async function insertRelations(db: Transaction, list: readonly RelationRow[]): Promise<void> {
  const old = list.flatMap(({ id, ...pair }) => (id === null ? [] : [{ id, ...pair }]));
  const fresh = list.flatMap(({ id, ...pair }) => (id === null ? [pair] : []));
  if (old.length > 0) await db.insert(relations).values(old);
  if (fresh.length > 0) await db.insert(relations).values(fresh);
}

/** A change of a relation is a change of both its ends. */
export async function raiseVersions(
  db: Transaction,
  tenantIds: readonly number[],
  by: { at: Date; name: string },
): Promise<void> {
  await db
    .update(tenants)
    .set({ version: sql`${tenants.version} + 1`, updatedAt: by.at, updatedBy: by.name })
    .where(inArray(tenants.id, [...tenantIds]));
}
