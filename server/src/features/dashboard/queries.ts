import type { ReportState } from '@mission-control/contract/dashboard/rules';
import type { MemberStatistics, SddError, Slice } from '@mission-control/contract/dashboard/schema';
import { and, asc, desc, eq, lt, sql, type SQL } from 'drizzle-orm';
import { notDeleted, existingTenant } from '../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import { onlyRow, rows, type Db } from '../../platform/database/database.ts';
import { memberStatistics, sddErrors } from './tables.ts';

/** One tenant, or null for all tenants in production: active, and not a training or test site. */
export type Scope = number | null;

const inProduction = and(eq(tenants.active, true), eq(tenants.staging, false), notDeleted) as SQL;

const inScope = (scope: Scope): SQL => (scope === null ? inProduction : (existingTenant(scope) as SQL));

export type SliceColumn = 'gender' | 'age' | 'distribution';

/** Sums of one column of slices by label, in the average order in which tenants report them. */
export async function sumSlices(db: Db, scope: Scope, column: SliceColumn): Promise<Slice[]> {
  const found = await rows<{ label: string; value: string }>(
    db,
    sql`
      select slice.value ->> 'label' as label, sum((slice.value ->> 'value')::bigint) as value
      from ${tenants} join ${memberStatistics} on ${memberStatistics.tenantId} = ${tenants.id},
        jsonb_array_elements(${memberStatistics[column]}) with ordinality as slice(value, place)
      where ${inScope(scope)}
      group by label order by avg(slice.place), label`,
  );
  // The driver returns 64-bit sums as text.
  return found.map(({ label, value }) => ({ label, value: Number(value) }));
}

/** Member totals and report coverage. */
export interface MemberSums extends Omit<MemberStatistics, 'distribution'> {
  tenants: number;
  reported: number;
  fresh: number;
  newest: Date | null;
}

/** Tenants that are expected to be reported: those with services, or with an earlier report. */
const reports = sql`(${memberStatistics.tenantId} is not null or exists (
  select from ${tenantServices} where ${tenantServices.tenantId} = ${tenants.id}))`;

/** Condition of each report state. @param freshFrom earlier reports are stale */
const reportStates = (freshFrom: Date): Record<ReportState, SQL> => ({
  meant: reports,
  fresh: sql`${memberStatistics.created} >= ${freshFrom.toISOString()}`,
  stale: sql`${memberStatistics.created} < ${freshFrom.toISOString()}`,
  never: sql`${memberStatistics.tenantId} is null`,
});

/** Ids of the production tenants that `sumMembers` counts in a state. */
export async function listTenantsByReport(db: Db, state: ReportState, freshFrom: Date): Promise<number[]> {
  const found = await db
    .select({ id: tenants.id })
    .from(tenants)
    .leftJoin(memberStatistics, eq(memberStatistics.tenantId, tenants.id))
    .where(and(inProduction, reports, reportStates(freshFrom)[state]))
    .orderBy(asc(tenants.id));
  return found.map(({ id }) => id);
}

/** @param freshFrom earlier reports are stale */
export async function sumMembers(db: Db, scope: Scope, freshFrom: Date): Promise<MemberSums> {
  const total = (column: SQL | typeof memberStatistics.all) => sql`coalesce(sum(${column}), 0)`.mapWith(Number);
  const sums = await db
    .select({
      all: total(memberStatistics.all),
      oncourse: total(sql`${memberStatistics.oncourse}`),
      homeportal_oncourse: total(sql`${memberStatistics.homeportalOncourse}`),
      tenants: sql`count(*)`.mapWith(Number),
      reported: sql`count(${memberStatistics.tenantId})`.mapWith(Number),
      fresh: sql`count(*) filter (where ${reportStates(freshFrom).fresh})`.mapWith(Number),
      newest: sql`max(${memberStatistics.created})`.mapWith(memberStatistics.created),
    })
    .from(tenants)
    .leftJoin(memberStatistics, eq(memberStatistics.tenantId, tenants.id))
    .where(and(inScope(scope), reports));
  return onlyRow(sums);
}

/** The newest `limit` errors of tenants in production. */
export async function listErrors(db: Db, from: Date, limit: number): Promise<SddError[]> {
  const found = await db
    .select({
      tenant_id: tenants.id,
      tenant: tenants.name,
      message: sddErrors.message,
      timestamp: sddErrors.at,
      level: sddErrors.level,
    })
    .from(sddErrors)
    .innerJoin(tenants, eq(tenants.id, sddErrors.tenantId))
    .where(and(inProduction, sql`${sddErrors.at} >= ${from.toISOString()}`))
    .orderBy(desc(sddErrors.at), asc(sddErrors.tenantId), asc(sddErrors.hash))
    .limit(limit);
  return found.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));
}

/** Deletes errors before this time. */
export async function purgeErrors(db: Db, before: Date): Promise<void> {
  await db.delete(sddErrors).where(lt(sddErrors.at, before));
}
