import { sql, type Column } from 'drizzle-orm';
import { systemValues } from './tables.ts';

/** What the tenant's system last reported, by key, as a part of a query over tenants. */
export function systemOfTenant(tenantId: Column) {
  return sql<Record<string, string>>`(
    select coalesce(json_object_agg(${systemValues.key}, ${systemValues.value} order by ${systemValues.key}), '{}'::json)
    from ${systemValues} where ${systemValues.tenantId} = ${tenantId})`;
}
