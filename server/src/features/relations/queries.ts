import type { TenantRelation } from '@mission-control/contract/relations/schema';
import { aliasedTable, sql, type Column } from 'drizzle-orm';
import { tenants } from '../../fleet/tables.ts';
import { jsonList, jsonObject } from '../../platform/database/database.ts';
import { relations } from './tables.ts';

/** A relation with the name of the tenant at its other end. */
export interface RelationFacts {
  id: number;
  parentId: number;
  childId: number;
  otherName: string;
}

/** Relations to existing tenants in order of creation, as a column of a query over tenants. */
export function relationsOfTenant(tenantId: Column) {
  const other = aliasedTable(tenants, 'other');
  const row = jsonObject<RelationFacts>({
    id: relations.id,
    parentId: relations.parentId,
    childId: relations.childId,
    otherName: other.name,
  });
  return jsonList(
    row,
    sql`${relations} inner join ${tenants} as other on other.id = ${relations.parentId} + ${relations.childId} - ${tenantId}
        where ${tenantId} in (${relations.parentId}, ${relations.childId}) and ${other.deletedAt} is null`,
    sql`${relations.id}`,
  );
}

/** Relations from the point of view of one tenant. */
export function relationsSeenFrom(tenantId: number, stored: readonly RelationFacts[]): TenantRelation[] {
  return stored.map(({ id, parentId, childId, otherName }, idx) => ({
    id,
    idx,
    type: parentId === tenantId ? 1 : 2,
    tenant_left: tenantId,
    tenant_right: parentId === tenantId ? childId : parentId,
    tenant_right_name: otherName,
  }));
}
