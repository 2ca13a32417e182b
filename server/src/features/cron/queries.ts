import type { CronTask, FailedTask } from '@mission-control/contract/cron/schema';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { environments } from '../environments/public.ts';
import type { Reported } from '../reports/public.ts';
import { tenantServices } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';
import { failedRuns } from './failed-runs.ts';
import { cronReports } from './tables.ts';

/** What is reported of a tenant. */
export interface CronEntry {
  cron_tasks: string | null;
  tasks: CronTask[];
}

/** Stores reports in place of older ones. Answers the ids of the tenants whose report was not older. */
export async function putCronReports(db: Transaction, reports: Reported<CronEntry>[]): Promise<number[]> {
  const stored = await db
    .insert(cronReports)
    .values(
      reports.map(({ tenantId, environmentId, created, entry }) => ({
        tenantId,
        environmentId,
        created,
        cronTasks: entry.cron_tasks === null ? null : JSON.stringify(entry.cron_tasks),
        tasks: entry.tasks,
        failed: failedRuns(entry.tasks),
      })),
    )
    .onConflictDoUpdate({
      target: [cronReports.tenantId, cronReports.environmentId],
      set: {
        created: sql`excluded.created`,
        cronTasks: sql`excluded.cron_tasks`,
        tasks: sql`excluded.tasks`,
        failed: sql`excluded.failed`,
      },
      setWhere: sql`${cronReports.created} <= excluded.created`,
    })
    .returning({ tenantId: cronReports.tenantId });
  return stored.map(({ tenantId }) => tenantId);
}

/** A report counts as long as the tenant has a service on the environment that made it. */
const isSeated = sql`exists (
  select from ${tenantServices} where ${tenantServices.tenantId} = ${cronReports.tenantId} and ${cronReports.environmentId} in
    (${tenantServices.webEnvironmentId}, ${tenantServices.workerEnvironmentId}, ${tenantServices.snsEnvironmentId}))`;

const createdText = sql`to_char(${cronReports.created} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The running tasks of all tenants that have CoursePro, whose cron it is, or that are reported, by name: a JSON list of the
 * contract's rows, put together by the database, since 300,000 tasks are too many to be read and written again.
 */
export async function listCronJson(db: Db): Promise<string> {
  const [list] = await rows<{ json: string }>(
    db,
    sql`
      select '[' || coalesce(string_agg(
        '{"id":' || ${tenants.id} || ',"tenant_name":' || to_json(${tenants.name}) ||
        ',"cron_tasks":' || coalesce(${cronReports.cronTasks}, 'null') ||
        ',"environment_name":' || coalesce(to_json(${environments.name})::text, 'null') ||
        ',"created":' || coalesce(to_json(${createdText})::text, 'null') || '}',
        ',' order by ${tenants.nameKey}, ${tenants.id}, ${environments.name}), '') || ']' as json
      from ${tenants}
      left join ${cronReports} on ${cronReports.tenantId} = ${tenants.id} and ${isSeated}
      left join ${environments} on ${environments.id} = ${cronReports.environmentId}
      where ${tenants.deletedAt} is null and (${cronReports.tenantId} is not null or exists (
        select from ${tenantServices} where ${tenantServices.tenantId} = ${tenants.id} and ${tenantServices.service} = 'coursepro'))`,
  );
  return list?.json ?? '[]';
}

/** The tasks of the fleet whose last run went wrong, the newest first and at most so many, and how many there are. */
export async function listFailed(db: Db, most: number): Promise<{ total: number; tasks: FailedTask[] }> {
  const found = await rows<FailedTask & { total: number }>(
    db,
    sql`
      select ${tenants.id} as id, ${tenants.name} as tenant_name, ${environments.name} as environment_name,
        run.value ->> 'group' as "group", run.value ->> 'task' as task, run.value ->> 'status' as status,
        run.value ->> 'message' as message, run.value ->> 'datetime' as datetime, count(*) over ()::int as total
      from ${cronReports}
      join ${tenants} on ${tenants.id} = ${cronReports.tenantId} and ${tenants.deletedAt} is null
      join ${environments} on ${environments.id} = ${cronReports.environmentId},
        json_array_elements(${cronReports.failed}) as run(value)
      where ${isSeated}
      order by run.value ->> 'datetime' desc, ${tenants.id}, ${environments.id}, run.value ->> 'task'
      limit ${most}`,
  );
  return { total: found[0]?.total ?? 0, tasks: found.map(({ total: _total, ...task }) => task) };
}

/** True when there is such a tenant. */
export async function hasTenant(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.id, id), isNull(tenants.deletedAt)));
  return found.length > 0;
}

/** The reports about a tenant, the oldest first. */
export function listTenantReports(
  db: Db,
  tenantId: number,
): Promise<{ tasks: CronTask[]; created: Date; environment: string }[]> {
  return db
    .select({ tasks: cronReports.tasks, created: cronReports.created, environment: environments.name })
    .from(cronReports)
    .innerJoin(environments, eq(environments.id, cronReports.environmentId))
    .where(and(eq(cronReports.tenantId, tenantId), isSeated))
    .orderBy(asc(cronReports.created), asc(cronReports.environmentId));
}
