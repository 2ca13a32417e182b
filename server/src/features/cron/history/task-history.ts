import type { CallInput } from '@mission-control/contract/call';
import type { getCronHistory as call } from '@mission-control/contract/cron/calls';
import type { TaskHistory } from '@mission-control/contract/cron/schema';
import { requireTenant } from '../../../fleet/queries-tenants.ts';
import type { Ctx } from '../../../platform/context.ts';
import { percentiles } from './histogram.ts';
import { findEnvironmentId, firstDay, listBands, listDays, placeKey } from './queries-history.ts';
import { nameOf } from './runs.ts';

const NOTHING: TaskHistory = { band: null, days: [], outliers: [] };

/** The runs of a task in the last 30 days; empty for an unknown task. @throws AppError('not_found') without the tenant */
export async function getCronHistory(ctx: Ctx, { params, query }: CallInput<typeof call>): Promise<TaskHistory> {
  await requireTenant(ctx.db, params.id);
  const environmentId = await findEnvironmentId(ctx.db, query.environment);
  if (environmentId === undefined) return NOTHING;
  const place = { tenantId: params.id, environmentId };
  const name = nameOf(query);
  const bands = await listBands(ctx.db, [place]);
  const from = firstDay(ctx.clock.now().getTime());
  const days = (await listDays(ctx.db, [place], { from })).flatMap(({ day, tasks }) =>
    tasks.filter((task) => nameOf(task) === name).map((task) => ({ day, ...task })),
  );
  return {
    band: bands.get(placeKey(place))?.tasks.find((task) => nameOf(task) === name)?.band ?? null,
    days: days.map(({ day, ended, failed, dead, durations }) => {
      const { low, median, high } = percentiles(durations) ?? { low: null, median: null, high: null };
      return { day, ended, failed, dead, low, median, high };
    }),
    outliers: days
      .flatMap(({ outliers }) => outliers)
      .toSorted((a, b) => b[0] - a[0])
      .map(([at, seconds, status]) => ({ at: new Date(at).toISOString(), seconds, status })),
  };
}
