import { and, eq, gte, inArray, sql, type Column } from 'drizzle-orm';
import { existingTenant } from '../../fleet/queries-tenants.ts';
import { tenants } from '../../fleet/tables.ts';
import { rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { systemReports, systemValues } from './tables.ts';

/** Last reported system values by key, as a column of a query over tenants. */
export function systemOfTenant(tenantId: Column) {
  return sql<Record<string, string>>`(
    select coalesce(json_object_agg(${systemValues.key}, ${systemValues.value} order by ${systemValues.key}), '{}'::json)
    from ${systemValues} where ${systemValues.tenantId} = ${tenantId})`;
}

/** Time of the last system report, null without one; undefined without the tenant. */
export async function findReportTime(db: Db, tenantId: number): Promise<{ created: Date | null } | undefined> {
  const [found] = await db
    .select({ created: systemReports.created })
    .from(tenants)
    .leftJoin(systemReports, eq(systemReports.tenantId, tenants.id))
    .where(existingTenant(tenantId));
  return found;
}

/** Time of the last system report, as a column of a query over tenants. */
export const systemReportOfTenant = (tenantId: Column) => sql<string | null>`(
  select to_json(${systemReports.created}) from ${systemReports} where ${systemReports.tenantId} = ${tenantId})`;

/** Those of these tenants without a system report made at or after a time. */
export async function listSilent(db: Db, tenantIds: readonly number[], since: Date): Promise<number[]> {
  const found = await db
    .select({ id: systemReports.tenantId })
    .from(systemReports)
    .where(and(inArray(systemReports.tenantId, [...tenantIds]), gte(systemReports.created, since)));
  const heard = new Set(found.map(({ id }) => id));
  return tenantIds.filter((id) => !heard.has(id));
}

interface SystemReport {
  tenantId: number;
  created: Date;
  values: Record<string, string>;
}

/** Replaces reports that are not newer. Returns the ids of tenants whose values changed. */
export async function replaceSystemValues(db: Transaction, reports: SystemReport[]): Promise<number[]> {
  const newer = await db
    .insert(systemReports)
    .values(reports.map(({ tenantId, created }) => ({ tenantId, created })))
    .onConflictDoUpdate({
      target: systemReports.tenantId,
      set: { created: sql`excluded.created` },
      setWhere: sql`${systemReports.created} <= excluded.created`,
    })
    .returning({ tenantId: systemReports.tenantId });
  const accepted = new Set(newer.map(({ tenantId }) => tenantId));
  const reported = reports.filter(({ tenantId }) => accepted.has(tenantId));
  const values = reported.flatMap(({ tenantId, values: reportedValues }) =>
    Object.entries(reportedValues).map(([key, value]) => ({ tenant_id: tenantId, key, value })),
  );
  const changed = await rows<{ tenant_id: number }>(
    db,
    sql`
      with reported as (select * from json_to_recordset(${JSON.stringify(values)}::json) as reported(tenant_id integer, key text, value text)),
      gone as (
        delete from ${systemValues}
        where ${systemValues.tenantId} in (select value::integer from json_array_elements_text(${JSON.stringify([...accepted])}::json))
          and not exists (select from reported where reported.tenant_id = ${systemValues.tenantId} and reported.key = ${systemValues.key})
        returning ${systemValues.tenantId}),
      stored as (
        insert into ${systemValues} (tenant_id, key, value) select tenant_id, key, value from reported order by tenant_id, key
        on conflict (tenant_id, key) do update set value = excluded.value where ${systemValues.value} <> excluded.value
        returning ${systemValues.tenantId})
      select tenant_id from gone union select tenant_id from stored`,
  );
  return changed.map((row) => row.tenant_id);
}
