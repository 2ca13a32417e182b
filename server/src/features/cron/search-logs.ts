import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type { searchCronLogs as call } from '@mission-control/contract/cron/calls';
import type { CronLog, FoundLog } from '@mission-control/contract/cron/schema';
import type { Ctx } from '../../platform/context.ts';
import { MESSAGE_LENGTH, newestOf } from './failed-runs.ts';
import { countReporting, listLogged, listReporting } from './queries-logs.ts';

/** Tenants read at a time. */
const BATCH = 50;
/** A request ends after this time, or with this many tasks. */
const BUDGET_MS = 1_000;
const MAX_FOUND = 100;

type Query = CallInput<typeof call>['query'];
type LoggedReport = Awaited<ReturnType<typeof listLogged>>[number];

/** Searches the logs of the newest reports, tenant by tenant, for up to a second or 100 tasks. */
export async function searchCronLogs(
  { db, clock }: Ctx,
  { query }: CallInput<typeof call>,
): Promise<CallResponse<typeof call>> {
  const end = clock.now().getTime() + BUDGET_MS;
  const found: FoundLog[] = [];
  let [after, searched] = [query.after ?? 0, 0];
  for (;;) {
    const ids = await listReporting(db, after, BATCH);
    const reports = Map.groupBy(await listLogged(db, ids, query.q), ({ tenantId }) => tenantId);
    for (const id of ids) {
      for (const report of reports.get(id) ?? []) found.push(...matchesOf(report, query));
      [after, searched] = [id, searched + 1];
      if (found.length >= MAX_FOUND) break;
    }
    const isLast = ids.length < BATCH && after === (ids.at(-1) ?? after);
    if (isLast || found.length >= MAX_FOUND || clock.now().getTime() >= end)
      return { found, searched, tenants: await countReporting(db), next: isLast ? null : after };
  }
}

/** The tasks of a report that have matching runs. */
function matchesOf({ tasks, ...of }: LoggedReport, { q, status }: Query): FoundLog[] {
  const wanted = q.toLowerCase();
  const isMatch = ({ message, context }: CronLog): boolean =>
    (status === undefined || context.status === status) && message.toLowerCase().includes(wanted);
  return tasks.flatMap(({ group, taskName, logs }) => {
    const matches = logs.filter(isMatch);
    const newest = newestOf(matches);
    if (!newest) return [];
    return {
      id: of.tenantId,
      tenant_name: of.tenantName,
      environment_name: of.environmentName,
      group: group.name,
      task: taskName,
      runs: matches.length,
      status: newest.context.status,
      datetime: newest.datetime,
      message: [...newest.message].slice(0, MESSAGE_LENGTH).join(''),
    };
  });
}
