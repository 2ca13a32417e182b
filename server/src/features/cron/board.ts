import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type { listCronTroubles as call } from '@mission-control/contract/cron/calls';
import { CRON_TROUBLES } from '@mission-control/contract/cron/troubles';
import type { Ctx } from '../../platform/context.ts';
import { countTroubles, listCronEnvironments, listTroubleRows } from './queries-board.ts';

/** A page of the problems of all tasks in the fleet. */
export async function listCronTroubles(
  { db }: Ctx,
  { query }: CallInput<typeof call>,
): Promise<CallResponse<typeof call>> {
  const counted = new Map((await countTroubles(db, query)).map(({ what, count }) => [what, count]));
  const counts = Object.fromEntries(CRON_TROUBLES.map((what) => [what, counted.get(what) ?? 0]));
  const found = await listTroubleRows(db, query);
  return {
    troubles: found.map(({ trouble, tenantName, environmentName, created }) => ({
      id: trouble.tenantId,
      tenant_name: tenantName,
      environment_name: environmentName,
      group: trouble.taskGroup,
      task: trouble.task,
      what: trouble.what,
      since: trouble.since.toISOString(),
      created: created.toISOString(),
      message: trouble.message,
      seconds: trouble.seconds,
      low: trouble.low,
      high: trouble.high,
      running: trouble.running,
    })),
    total:
      query.what === undefined
        ? [...counted.values()].reduce((sum, count) => sum + count, 0)
        : (counted.get(query.what) ?? 0),
    counts: counts as CallResponse<typeof call>['counts'],
    environments: await listCronEnvironments(db),
  };
}
