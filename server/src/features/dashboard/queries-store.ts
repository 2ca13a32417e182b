import type { Slice } from '@mission-control/contract/dashboard/schema';
import { inArray, sql } from 'drizzle-orm';
import { rows, type Transaction } from '../../platform/database/database.ts';
import type { Reported } from '../reports/public.ts';
import { tenants } from '../tenants/public.ts';
import { memberStatistics, sddErrors } from './tables.ts';

/** What is reported of a tenant's members. */
export interface StatisticsEntry {
  all: number;
  centres?: number | undefined;
  oncourse: number;
  homeportal_oncourse: number;
  gender: Slice[];
  age: Slice[];
  distribution: Slice[];
}

/** Stores statistics in place of older ones. Answers the ids of the tenants whose report was not older. */
export async function putStatistics(db: Transaction, reports: Reported<StatisticsEntry>[]): Promise<number[]> {
  const stored = await db
    .insert(memberStatistics)
    .values(
      reports.map(({ tenantId, created, entry: { homeportal_oncourse: homeportalOncourse, ...entry } }) => ({
        tenantId,
        created,
        all: entry.all,
        centres: entry.centres ?? null,
        oncourse: entry.oncourse,
        homeportalOncourse,
        gender: entry.gender,
        age: entry.age,
        distribution: entry.distribution,
      })),
    )
    .onConflictDoUpdate({
      target: memberStatistics.tenantId,
      set: {
        created: sql`excluded.created`,
        all: sql`excluded.all_members`,
        // A sender that does not count centres takes nobody's number away.
        centres: sql`coalesce(excluded.centres, ${memberStatistics.centres})`,
        oncourse: sql`excluded.oncourse`,
        homeportalOncourse: sql`excluded.homeportal_oncourse`,
        gender: sql`excluded.gender`,
        age: sql`excluded.age`,
        distribution: sql`excluded.distribution`,
      },
      setWhere: sql`${memberStatistics.created} <= excluded.created`,
    })
    .returning({ tenantId: memberStatistics.tenantId });
  return stored.map(({ tenantId }) => tenantId);
}

/**
 * Tells the list of tenants how many members and centres these have now. It is no change by a person, so a version that somebody edits stays.
 * Answers how many tenants have other numbers than before.
 */
export async function updateTotals(db: Transaction, tenantIds: number[]): Promise<number> {
  const changed = await db
    .update(tenants)
    .set({
      totalMembers: memberStatistics.all,
      totalCentres: sql`coalesce(${memberStatistics.centres}, ${tenants.totalCentres})`,
    })
    .from(memberStatistics)
    .where(
      sql`${memberStatistics.tenantId} = ${tenants.id} and ${inArray(tenants.id, tenantIds)}
        and (${tenants.totalMembers} is distinct from ${memberStatistics.all}
          or ${memberStatistics.centres} <> coalesce(${tenants.totalCentres}, -1))`,
    )
    .returning({ id: tenants.id });
  return changed.length;
}

type ErrorRow = typeof sddErrors.$inferInsert;

/** Stores the errors that are not stored yet. Answers the ids of the tenants that have new ones. */
export async function insertErrors(db: Transaction, errors: ErrorRow[]): Promise<number[]> {
  const stored = await rows<{ tenant_id: number }>(
    db,
    sql`
      insert into ${sddErrors} (tenant_id, at, hash, level, message)
      select * from json_to_recordset(${JSON.stringify(
        errors.map(({ tenantId, at, ...error }) => ({ ...error, tenant_id: tenantId, at: at.toISOString() })),
      )}::json) as told(tenant_id integer, at timestamptz, hash text, level text, message text)
      order by tenant_id, at, hash
      on conflict do nothing returning tenant_id`,
  );
  return [...new Set(stored.map((row) => row.tenant_id))];
}

/** Leaves these tenants their newest errors. */
export async function trimErrors(db: Transaction, tenantIds: number[], most: number): Promise<void> {
  await db.execute(sql`
    delete from ${sddErrors} as old using (
      select tenant_id, at, hash, row_number() over (partition by tenant_id order by at desc, hash) as place
      from ${sddErrors} where ${inArray(sddErrors.tenantId, tenantIds)}) as ranked
    where ranked.place > ${most}
      and old.tenant_id = ranked.tenant_id and old.at = ranked.at and old.hash = ranked.hash`);
}
