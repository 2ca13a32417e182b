import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { environments, tenants } from '../../fleet/tables.ts';
import type { Db } from '../../platform/database/database.ts';
import { hasServiceOn } from './queries.ts';
import { cronReports } from './tables.ts';

/** The next existing tenants with a report, by id. */
export async function listReporting(db: Db, after: number, limit: number): Promise<number[]> {
  const found = await db
    .selectDistinct({ id: cronReports.tenantId })
    .from(cronReports)
    .innerJoin(tenants, eq(tenants.id, cronReports.tenantId))
    .where(and(gt(cronReports.tenantId, after), notDeleted))
    .orderBy(asc(cronReports.tenantId))
    .limit(limit);
  return found.map(({ id }) => id);
}

/** Number of existing tenants with a report. */
export async function countReporting(db: Db): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(distinct ${cronReports.tenantId})::int` })
    .from(cronReports)
    .innerJoin(tenants, eq(tenants.id, cronReports.tenantId))
    .where(notDeleted);
  return found?.count ?? 0;
}

/** The reports about these tenants that contain a text, in a message or elsewhere. */
export async function listLogged(db: Db, ids: readonly number[], text: string) {
  if (ids.length === 0) return [];
  // As encoded in the stored JSON.
  const escaped = JSON.stringify(text).slice(1, -1);
  return db
    .select({
      tenantId: tenants.id,
      tenantName: tenants.name,
      environmentName: environments.name,
      tasks: cronReports.tasks,
    })
    .from(cronReports)
    .innerJoin(tenants, eq(tenants.id, cronReports.tenantId))
    .innerJoin(environments, eq(environments.id, cronReports.environmentId))
    .where(
      and(
        inArray(cronReports.tenantId, [...ids]),
        hasServiceOn('cron_reports'),
        sql`position(lower(${escaped}::text) in lower(${cronReports.tasks}::text)) > 0`,
      ),
    )
    .orderBy(asc(tenants.id), asc(environments.name));
}
