import type { TenantTask } from '@mission-control/contract/cron/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import { PreparedJson } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { type Database, prepared } from '../../platform/database/database.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import type { Reported } from '../reports/public.ts';
import { listTenantReports, putCronReports, type CronEntry, listCronJson, listFailed } from './queries.ts';

/** Maximum failed tasks listed; the response contains the total. */
const MAX_FAILED = 500;

interface Cached {
  /** Topic versions that the response reflects at least. */
  versions: string;
  response: Promise<PreparedJson>;
}
const cache = prepared((): { last: Cached | null } => ({ last: null }));

/** Running and failed tasks of the fleet as prepared JSON, rebuilt only after a report or a change of a tenant. */
export async function listCron(ctx: Ctx): Promise<PreparedJson> {
  const slot = cache(ctx.db);
  const versions = await versionsOf(ctx);
  if (slot.last?.versions !== versions) {
    const made: Cached = { versions, response: buildResponse(ctx.db, versions) };
    slot.last = made;
    made.response.catch(() => {
      if (slot.last === made) slot.last = null;
    });
  }
  return slot.last.response;
}

async function versionsOf({ db, topicVersions: seen }: Ctx): Promise<string> {
  const cron = seen ? (seen[TOPIC.cron] ?? 0) : await readTopicVersion(db, TOPIC.cron);
  const tenants = seen ? (seen[TOPIC.tenants] ?? 0) : await readTopicVersion(db, TOPIC.tenants);
  return `${cron}-${tenants}`;
}

async function buildResponse(db: Database, versions: string): Promise<PreparedJson> {
  const [tenants, failed] = [await listCronJson(db), await listFailed(db, MAX_FAILED)];
  return new PreparedJson(
    Buffer.from(`{"tenants":${tenants},"failed":${JSON.stringify(failed)}}`),
    `"cron-${versions}"`,
  );
}

/** All tasks of a tenant and the time of their report (null without one). @throws AppError('not_found') */
export async function getTenantCron(ctx: Ctx, id: number): Promise<{ tasks: TenantTask[]; created: string | null }> {
  await requireTenant(ctx.db, id);
  const reports = await listTenantReports(ctx.db, id);
  const tasks = reports.flatMap((report) =>
    report.tasks.map((task) => ({
      ...task,
      environment_name: report.environment,
      created: report.created.toISOString(),
    })),
  );
  return { tasks, created: reports[0]?.created.toISOString() ?? null };
}

/** Stores the newest report of each tenant. */
export async function storeCronReports(
  { clock }: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<CronEntry>[],
): Promise<void> {
  const { stored, turned } = await putCronReports(db, reports, clock.now());
  // The tenant's other screens show only what needs attention, so TOPIC.tenant stays fresh.
  if (stored.length > 0) changed(TOPIC.cron, ...stored.map((id) => TOPIC.tenantCron(id)));
  if (turned.length > 0) changed(TOPIC.attention, ...turned.map((id) => TOPIC.tenant(id)));
}
