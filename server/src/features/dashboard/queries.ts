import type { MemberStatistics, SddError, Slice } from '@mission-control/contract/dashboard/schema';
import { and, asc, desc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { rows, type Db } from '../../platform/database/database.ts';
import { tenantServices } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';
import { memberStatistics, sddErrors } from './tables.ts';

/** Whose numbers: those of one tenant, or (null) of all in production: active, and no training or test site. */
export type Scope = number | null;

const inProduction = and(eq(tenants.active, true), eq(tenants.staging, false), isNull(tenants.deletedAt)) as SQL;

const meant = (scope: Scope): SQL =>
  scope === null ? inProduction : (and(eq(tenants.id, scope), isNull(tenants.deletedAt)) as SQL);

/** The tenants there are, by name. */
export function listTenants(db: Db): Promise<{ id: number; tenant_name: string }[]> {
  return db
    .select({ id: tenants.id, tenant_name: tenants.name })
    .from(tenants)
    .where(isNull(tenants.deletedAt))
    .orderBy(asc(tenants.nameKey), asc(tenants.id));
}

/** True when there is such a tenant. */
export async function hasTenant(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.id, id), isNull(tenants.deletedAt)));
  return found.length > 0;
}

/** The sums of one column of parts: by label, in the order in which tenants tell them. */
export async function sumSlices(db: Db, scope: Scope, column: 'gender' | 'age' | 'distribution'): Promise<Slice[]> {
  const found = await rows<{ label: string; value: string }>(
    db,
    sql`
      select slice.value ->> 'label' as label, sum((slice.value ->> 'value')::bigint) as value
      from ${tenants} join ${memberStatistics} on ${memberStatistics.tenantId} = ${tenants.id},
        jsonb_array_elements(${memberStatistics[column]}) with ordinality as slice(value, place)
      where ${meant(scope)}
      group by label order by avg(slice.place), label`,
  );
  // Sums of 64 bits come as text.
  return found.map(({ label, value }) => ({ label, value: Number(value) }));
}

/** The sums of members, and of how many tenants. */
export interface MemberSums extends Omit<MemberStatistics, 'distribution'> {
  tenants: number;
  reported: number;
  fresh: number;
  newest: Date | null;
}

/** Nobody reports of a tenant without services, unless somebody did before it lost them. */
const reports = sql`(${memberStatistics.tenantId} is not null or exists (
  select from ${tenantServices} where ${tenantServices.tenantId} = ${tenants.id}))`;

/** @param freshFrom reports from before this time are stale */
export async function sumMembers(db: Db, scope: Scope, freshFrom: Date): Promise<MemberSums> {
  const total = (column: SQL | typeof memberStatistics.all) => sql`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [sums] = await db
    .select({
      all: total(memberStatistics.all),
      oncourse: total(sql`${memberStatistics.oncourse}`),
      homeportal_oncourse: total(sql`${memberStatistics.homeportalOncourse}`),
      tenants: sql`count(*)`.mapWith(Number),
      reported: sql`count(${memberStatistics.tenantId})`.mapWith(Number),
      fresh: sql`count(*) filter (where ${memberStatistics.created} >= ${freshFrom.toISOString()})`.mapWith(Number),
      newest: sql`max(${memberStatistics.created})`.mapWith(memberStatistics.created),
    })
    .from(tenants)
    .leftJoin(memberStatistics, eq(memberStatistics.tenantId, tenants.id))
    .where(and(meant(scope), reports));
  if (!sums) throw new Error('A sum has one row.');
  return sums;
}

/** The newest errors of tenants in production. */
export async function listErrors(db: Db, from: Date, most: number): Promise<SddError[]> {
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
    .limit(most);
  return found.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));
}

/** Forgets errors from before this time. */
export async function purgeErrors(db: Db, before: Date): Promise<void> {
  await db.delete(sddErrors).where(lt(sddErrors.at, before));
}
