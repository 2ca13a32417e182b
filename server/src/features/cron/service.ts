import { readRunningTasks } from '@mission-control/contract/cron/overview';
import type { CronTask, FailedTask, TenantTask } from '@mission-control/contract/cron/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import { compareKeys } from '../../fleet/tenant-names.ts';
import type { CachedJson } from '../../platform/calls/handler.ts';
import { JsonOfParts, JsonPart } from '../../platform/calls/json-pages.ts';
import type { Ctx } from '../../platform/context.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import { maskTextSecrets } from '../../platform/secrets/mask-secrets.ts';
import { followRows } from '../../platform/events/follow-rows.ts';
import { RowPages, type RowText } from '../../platform/events/row-pages.ts';
import type { Reported } from '../reports/public.ts';
import { listZones } from './history/queries-history.ts';
import { nameOf } from './history/runs.ts';
import { nextRun } from './schedule/next-run.ts';
import { listTenantReports, putCronReports, type CronEntry, listCronRows } from './queries.ts';

/** Maximum failed tasks listed; the response contains the total. */
const MAX_FAILED = 500;

/** Above this share of changed tenants, reading all is cheaper than reading single ones. */
const MAX_SHARE = 0.25;

interface CronPage {
  rows: RowPages;
  /** Failed tasks by tenant; most have none. */
  failed: Map<number, FailedTask[]>;
  response: CachedJson | undefined;
}

/** The cron page reloads the tenants that reported or changed (0107). */
const followCron = followRows<CronPage>({
  topics: [TOPIC.cron, TOPIC.tenants],
  start: () => ({ rows: new RowPages(compareKeys), failed: new Map(), response: undefined }),
  async catchUp(db, page, changes) {
    const named = changes.some((change) => change.ids === null) ? null : changes.flatMap((change) => change.ids ?? []);
    if (named?.length === 0) return;
    const ids = named && named.length <= Math.max(page.rows.size * MAX_SHARE, 1) ? named : null;
    const found = await listCronRows(db, ids);
    const changed = new Map<number, RowText | undefined>();
    for (const id of ids ?? page.rows.ids()) changed.set(id, undefined);
    for (const { id, nameKey, json } of found) changed.set(id, { id, name: nameKey, json });
    page.rows.apply(changed);
    for (const id of changed.keys()) page.failed.delete(id);
    for (const { id, failed } of found) if (failed.length > 0) page.failed.set(id, failed);
    page.response = undefined;
  },
});

/** Running and failed tasks of the fleet as cached JSON; only tenants that reported or changed are reloaded. */
export async function listCron({ db, topicVersions }: Ctx): Promise<CachedJson> {
  const page = await followCron(db, topicVersions);
  return (page.response ??= new JsonOfParts([
    new JsonPart('{"tenants":['),
    ...page.rows.parts(),
    new JsonPart(`],"failed":${JSON.stringify(newestFailures(page.failed))}}`),
  ]));
}

function newestFailures(failed: CronPage['failed']): { total: number; tasks: FailedTask[] } {
  const tasks = [...failed.values()].flat();
  tasks.sort((one, other) => compareKeys(other.datetime, one.datetime) || one.id - other.id);
  return { total: tasks.length, tasks: tasks.slice(0, MAX_FAILED) };
}

/** All tasks of a tenant and the time of their report (null without one). @throws AppError('not_found') */
export async function getTenantCron(ctx: Ctx, id: number): Promise<{ tasks: TenantTask[]; created: string | null }> {
  await requireTenant(ctx.db, id);
  const reports = await listTenantReports(ctx.db, id);
  const zone = (await listZones(ctx.db, [id])).get(id) ?? 'UTC';
  const now = ctx.clock.now().getTime();
  const tasks = reports.flatMap((report) => {
    const known = new Map((report.known ?? []).map((task) => [nameOf(task), task]));
    const running = new Set((readRunningTasks(report.running) ?? []).map(({ task }) => task));
    return report.tasks.map((task) => ({
      ...task,
      environment_name: report.environment,
      created: report.created.toISOString(),
      next_run: running.has(task.taskName) ? null : nextOf(task, zone, now),
      band: known.get(nameOf({ group: task.group.name, task: task.taskName }))?.band ?? null,
    }));
  });
  return { tasks, created: reports[0]?.created.toISOString() ?? null };
}

/** In the zone named by the expression, or else that of the tenant. */
function nextOf(task: CronTask, tenantZone: string, now: number): TenantTask['next_run'] {
  const zone = task.schedule?.zone ?? tenantZone;
  const next = nextRun(task, zone, now);
  return next && { at: new Date(next.at).toISOString(), zone, earliest: next.earliest };
}

/** Everybody who can sign in can read logs, so what looks like a secret in them is not stored. */
const withoutSecrets = ({ entry, ...report }: Reported<CronEntry>): Reported<CronEntry> => ({
  ...report,
  entry: {
    ...entry,
    tasks: entry.tasks.map(({ logs, ...task }) => ({
      ...task,
      logs: logs.map((log) => ({ ...log, message: maskTextSecrets(log.message) })),
    })),
  },
});

/** Stores the newest report of each tenant. */
export async function storeCronReports(
  { clock }: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<CronEntry>[],
): Promise<void> {
  const { stored, attentionChanged } = await putCronReports(db, reports.map(withoutSecrets), clock.now());
  // The tenant's other screens show only what needs attention, so TOPIC.tenant stays fresh.
  if (stored.length > 0) changed(TOPIC.cron, ...stored.map((id) => TOPIC.tenantCron(id)));
  if (attentionChanged.length > 0) changed(TOPIC.attention, ...attentionChanged.map((id) => TOPIC.tenant(id)));
}
