import type { TenantRelation } from '@mission-control/contract/relations/schema';
import { aliasedTable, sql, type Column } from 'drizzle-orm';
import { jsonList, jsonObject } from '../../platform/database/json-rows.ts';
import { tenants } from '../tenants/public.ts';
import { relations } from './tables.ts';

/** A relation as it is stored, with the name of the tenant at its other end. */
export interface RelationFacts {
  id: number;
  parentId: number;
  childId: number;
  otherName: string;
}

/** The relations of the tenant in the order of their making but for those to deleted tenants, as a part of a query over tenants. */
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

/** Relations as seen from one of their ends. */
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
