import type { statisticsEntry } from '@mission-control/contract/dashboard/schema';
import { inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { TenantTotals } from '../../fleet/queries-tenants.ts';
import { rows, type Transaction } from '../../platform/database/database.ts';
import type { Reported } from '../reports/public.ts';
import { memberStatistics, sddErrors } from './tables.ts';

export type StatisticsEntry = z.infer<z.ZodObject<typeof statisticsEntry>>;

/** Replaces statistics that are not newer. Returns the totals of the updated tenants. */
export async function putStatistics(db: Transaction, reports: Reported<StatisticsEntry>[]): Promise<TenantTotals[]> {
  return db
    .insert(memberStatistics)
    .values(
      reports.map(({ tenantId, created, entry: { homeportal_oncourse: homeportalOncourse, ...entry } }) => ({
        ...entry,
        tenantId,
        created,
        centres: entry.centres ?? null,
        homeportalOncourse,
      })),
    )
    .onConflictDoUpdate({
      target: memberStatistics.tenantId,
      set: {
        created: sql`excluded.created`,
        all: sql`excluded.all_members`,
        // A report without centres keeps the known number.
        centres: sql`coalesce(excluded.centres, ${memberStatistics.centres})`,
        oncourse: sql`excluded.oncourse`,
        homeportalOncourse: sql`excluded.homeportal_oncourse`,
        gender: sql`excluded.gender`,
        age: sql`excluded.age`,
        distribution: sql`excluded.distribution`,
      },
      setWhere: sql`${memberStatistics.created} <= excluded.created`,
    })
    .returning({
      id: memberStatistics.tenantId,
      members: memberStatistics.all,
      centres: memberStatistics.centres,
    });
}

type ErrorRow = typeof sddErrors.$inferInsert & {
  /** The hash under which it is stored if it was ahead of its report. */
  aheadHash: string;
};

/** Inserts errors, skipping known ones. Returns the ids of tenants with new errors. */
export async function insertErrors(db: Transaction, errors: ErrorRow[]): Promise<number[]> {
  const stored = await rows<{ tenant_id: number }>(
    db,
    sql`
      insert into ${sddErrors} (tenant_id, at, hash, level, message)
      select tenant_id, at, hash, level, message from json_to_recordset(${JSON.stringify(
        errors.map(({ tenantId, at, ...error }) => ({ ...error, tenant_id: tenantId, at: at.toISOString() })),
      )}::json) as reported(tenant_id integer, at timestamptz, hash text, "aheadHash" text, level text, message text)
      where not exists (
        select from ${sddErrors} known where known.tenant_id = reported.tenant_id and known.hash = "aheadHash")
      order by tenant_id, at, hash
      on conflict do nothing returning tenant_id`,
  );
  return [...new Set(stored.map((row) => row.tenant_id))];
}

/** Deletes all but the newest `limit` errors of each of these tenants. */
export async function trimErrors(db: Transaction, tenantIds: number[], limit: number): Promise<void> {
  await db.execute(sql`
    delete from ${sddErrors} as old using (
      select tenant_id, at, hash, row_number() over (partition by tenant_id order by at desc, hash) as place
      from ${sddErrors} where ${inArray(sddErrors.tenantId, tenantIds)}) as ranked
    where ranked.place > ${limit}
      and old.tenant_id = ranked.tenant_id and old.at = ranked.at and old.hash = ranked.hash`);
}
