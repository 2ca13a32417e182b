import { firstLate, isReportStale, type AttentionFacts } from '@mission-control/contract/attention/rules';
import type { CronTask, FailedTask } from '@mission-control/contract/cron/schema';
import { and, asc, eq, inArray, sql, type Column, type SQL } from 'drizzle-orm';
import { isServiceOn } from '../../fleet/queries-places.ts';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { environments, tenants, tenantServices } from '../../fleet/tables.ts';
import { jsonList, jsonObject, rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { insertRows, orUpdate } from '../../platform/database/insert-rows.ts';
import { pipelined } from '../../platform/database/transaction.ts';
import type { Reported } from '../reports/public.ts';
import { failedRuns } from './failed-runs.ts';
import { updateHistory } from './history/update-history.ts';
import { among, placeKey, type Place } from './history/queries-history.ts';
import { incidentsBetween, insertIncidents } from './queries-incidents.ts';
import { cronBands, cronReports } from './tables.ts';
import type { InventoryHistory } from '@mission-control/contract/inventory/history';

export interface CronEntry {
  cron_tasks: string | null;
  tasks: CronTask[];
}

/**
 * Replaces reports that are not newer. Returns the ids of the updated tenants, and of those with new incidents or changed reasons for
 * attention.
 */
export async function putCronReports(
  db: Transaction,
  reports: Reported<CronEntry>[],
  now: Date,
): Promise<{ stored: number[]; attentionChanged: number[] }> {
  const before = await listReportStates(db, reports);
  const received = reports.map(({ tenantId, environmentId, created, entry }) => ({
    tenantId,
    environmentId,
    created,
    cronTasks: entry.cron_tasks === null ? null : JSON.stringify(entry.cron_tasks),
    tasks: entry.tasks,
    failed: failedRuns(entry.tasks),
    ...lateOf(entry.tasks),
  }));
  const updated = orUpdate(cronReports, 'created', 'cronTasks', 'tasks', 'failed', 'lateAt', 'lateTask');
  const newer = await insertRows<typeof cronReports, Place>(
    db,
    cronReports,
    received,
    sql`${updated} where ${cronReports.created} <= excluded.created
      returning tenant_id as "tenantId", environment_id as "environmentId"`,
  );
  const accepted = new Set(newer.map(placeKey));
  const stored = received.filter((row) => accepted.has(placeKey(row)));
  const known = new Map(before.map((row) => [placeKey(row), row]));
  const incidents = stored.flatMap((row) => incidentsBetween(known.get(placeKey(row)), row));
  await insertIncidents(db, incidents);
  await updateHistory(
    db,
    reports.filter((report) => accepted.has(placeKey(report))),
  );
  const happened = new Set(incidents.map(placeKey));
  const attentionChanged = stored.filter((row) => {
    const earlier = known.get(placeKey(row));
    if (happened.has(placeKey(row))) return true;
    return problemsOf(earlier, now) !== problemsOf(row, now) || isSooner(row.lateAt, earlier?.lateAt ?? null);
  });
  return {
    stored: stored.map(({ tenantId }) => tenantId),
    attentionChanged: attentionChanged.map(({ tenantId }) => tenantId),
  };
}

function lateOf(tasks: readonly CronTask[]): { lateAt: Date | null; lateTask: string | null } {
  const late = firstLate(tasks);
  return { lateAt: late && new Date(late.at), lateTask: late?.task ?? null };
}

type ReportState = Awaited<ReturnType<typeof listReportStates>>[number];

/** The facts that attention depends on. */
function listReportStates(db: Transaction, places: readonly Place[]) {
  return db
    .select({
      tenantId: cronReports.tenantId,
      environmentId: cronReports.environmentId,
      created: cronReports.created,
      failed: cronReports.failed,
      lateAt: cronReports.lateAt,
      lateTask: cronReports.lateTask,
    })
    .from(cronReports)
    .where(among(cronReports, places))
    .orderBy(asc(cronReports.tenantId), asc(cronReports.environmentId))
    .for('update');
}

const isSooner = (at: Date | null, other: Date | null): boolean => at !== null && (other === null || at < other);

/** Problems in comparable form: equal for two reports that differ only in times still to come. */
function problemsOf(row: ReportState | undefined, now: Date): string {
  if (!row) return '';
  const late = row.lateAt !== null && row.lateAt <= now ? [row.lateTask, row.lateAt] : null;
  const silent = isReportStale(row.created, now) ? row.created : null;
  return JSON.stringify([row.failed.length, row.failed[0]?.task, late, silent]);
}

/** The cron reports about a tenant, as a column of a query over tenants. */
export function cronOfTenant(tenantId: Column) {
  const row = jsonObject<AttentionFacts['reports'][number]>({
    environment: environments.name,
    created: cronReports.created,
    failed: sql`json_array_length(${cronReports.failed})`,
    failedTask: sql`${cronReports.failed} -> 0 ->> 'task'`,
    lateAt: cronReports.lateAt,
    lateTask: cronReports.lateTask,
  });
  return jsonList(
    row,
    sql`${cronReports} join ${environments} on ${environments.id} = ${cronReports.environmentId}
      where ${cronReports.tenantId} = ${tenantId} and ${hasServiceOn('cron_reports')}`,
    sql`${environments.name}`,
  );
}

/** True while the tenant of a row has a service on the environment of the row; other rows are outdated. @param row table or its alias */
export const hasServiceOn = (row: string, isWanted = sql`true`): SQL => sql`exists (
  select from ${tenantServices} where ${tenantServices.tenantId} = ${sql.raw(row)}.tenant_id and ${isWanted}
    and ${isServiceOn(sql.raw(`${row}.environment_id`))})`;

/** The same for a service with cron. */
export const hasCronOn = (row: string): SQL => hasServiceOn(row, sql`${tenantServices.cron}`);

const createdText = sql`to_char(${cronReports.created} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A tenant on the cron page. */
export interface CronOfTenant {
  id: number;
  nameKey: string;
  /** The contract's rows as JSON without the enclosing brackets, one for each reporting environment. */
  json: string;
  /** The tasks whose last run failed. */
  failed: FailedTask[];
}

/**
 * The running and failed tasks of tenants with CoursePro or a report; all, or those with these ids. The database builds the JSON: 300,000
 * tasks are too many to parse and serialize here.
 */
export function listCronRows(db: Db, ids: readonly number[] | null): Promise<CronOfTenant[]> {
  const isWanted = ids === null ? sql`true` : inArray(tenants.id, [...ids]);
  return rows<CronOfTenant>(
    db,
    sql`
      select ${tenants.id} as id, ${tenants.nameKey} as "nameKey", string_agg(
        '{"id":' || ${tenants.id} || ',"tenant_name":' || to_json(${tenants.name}) ||
        ',"cron_tasks":' || coalesce(${cronReports.cronTasks}, 'null') ||
        ',"environment_name":' || coalesce(to_json(${environments.name})::text, 'null') ||
        ',"created":' || coalesce(to_json(${createdText})::text, 'null') || '}',
        ',' order by ${environments.name}) as json,
        coalesce(json_agg(failed.tasks order by ${environments.id}) filter (where failed.tasks is not null), '[]') as failed
      from ${tenants}
      left join ${cronReports} on ${cronReports.tenantId} = ${tenants.id} and ${hasServiceOn('cron_reports')}
      left join ${environments} on ${environments.id} = ${cronReports.environmentId}
      left join lateral (
        select json_agg(json_build_object(
          'id', ${tenants.id}, 'tenant_name', ${tenants.name}, 'environment_name', ${environments.name},
          'group', run.value ->> 'group', 'task', run.value ->> 'task', 'status', run.value ->> 'status',
          'message', run.value ->> 'message', 'datetime', run.value ->> 'datetime') order by run.value ->> 'task') as tasks
        from json_array_elements(${cronReports.failed}) as run(value) where ${cronReports.failed}::text <> '[]'
      ) as failed on true
      where ${notDeleted} and ${isWanted} and (${cronReports.tenantId} is not null or exists (
        select from ${tenantServices} where ${tenantServices.tenantId} = ${tenants.id} and ${tenantServices.service} = 'coursepro'))
      group by ${tenants.id}`,
  ).then((found) => found.map((row) => ({ ...row, failed: row.failed.flat() })));
}

/** The reports about a tenant, oldest first. */
export function listTenantReports(db: Db, tenantId: number) {
  return db
    .select({
      tasks: cronReports.tasks,
      running: sql<string | null>`${cronReports.cronTasks}::json #>> '{}'`,
      created: cronReports.created,
      environment: environments.name,
      known: cronBands.tasks,
    })
    .from(cronReports)
    .innerJoin(environments, eq(environments.id, cronReports.environmentId))
    .leftJoin(
      cronBands,
      and(eq(cronBands.tenantId, cronReports.tenantId), eq(cronBands.environmentId, cronReports.environmentId)),
    )
    .where(and(eq(cronReports.tenantId, tenantId), hasServiceOn('cron_reports')))
    .orderBy(asc(cronReports.created), asc(cronReports.environmentId));
}

/** Reports per statement, which keeps its parameters within a few megabytes. */
const BATCH_SIZE = 100;
/** Concurrent imports, so that the database processes some while the statements of others are built. */
const IMPORTS = 4;

interface Ids {
  tenants: ReadonlyMap<string, number>;
  environments: ReadonlyMap<string, number>;
}

/** Imports the last cron reports from an inventory; the first real report replaces them. */
export async function importCronReports(
  db: Transaction,
  { cron }: Pick<InventoryHistory, 'cron'>,
  ids: Ids,
): Promise<void> {
  const reports = cron.flatMap(({ tenant, environment, created, ...entry }) => {
    const [tenantId, environmentId] = [ids.tenants.get(tenant), ids.environments.get(environment)];
    if (tenantId === undefined || environmentId === undefined) return [];
    return [{ tenantId, environmentId, created: new Date(created), entry }];
  });
  // Sorted and partitioned by environment, so that a batch writes an environment's slots only once, and no two imports write the same ones.
  reports.sort((one, other) => one.environmentId - other.environmentId);
  const parts = Map.groupBy(reports, ({ environmentId }) => environmentId % IMPORTS);
  await pipelined(...[...parts.values()].map((part) => importSequentially(db, part)));
}

async function importSequentially(db: Transaction, reports: Reported<CronEntry>[]): Promise<void> {
  for (let at = 0; at < reports.length; at += BATCH_SIZE)
    await putCronReports(db, reports.slice(at, at + BATCH_SIZE), new Date(0));
}
