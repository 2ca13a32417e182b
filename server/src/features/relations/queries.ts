import type { TenantRelation } from '@mission-control/contract/relations/schema';
import { aliasedTable, and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { tenants } from '../tenants/public.ts';
import { relations } from './tables.ts';

/** The relations of a tenant as seen from it in the order of their making; those to deleted tenants are left out. */
export async function listRelationsOf(db: Db, tenantId: number): Promise<TenantRelation[]> {
  const other = aliasedTable(tenants, 'other');
  const found = await db
    .select({ relation: relations, otherId: other.id, otherName: other.name })
    .from(relations)
    .innerJoin(
      other,
      or(
        and(eq(relations.parentId, tenantId), eq(other.id, relations.childId)),
        and(eq(relations.childId, tenantId), eq(other.id, relations.parentId)),
      ),
    )
    .where(isNull(other.deletedAt))
    .orderBy(asc(relations.id));
  return found.map(({ relation, otherId, otherName }, idx) => ({
    id: relation.id,
    idx,
    type: relation.parentId === tenantId ? 1 : 2,
    tenant_left: tenantId,
    tenant_right: otherId,
    tenant_right_name: otherName,
  }));
}
