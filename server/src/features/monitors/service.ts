import type { CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/monitors/calls';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { DAY } from './charts/buckets.ts';
import { readCharts } from './charts/charts.ts';
import { shortCharts, textOf, toRow } from './monitor-row.ts';
import { readProber } from './probe/queries-leases.ts';
import { findShown, listOutages, lockMonitor, setActive, type ShownMonitor } from './queries.ts';

const OUTAGE_DAYS = 90;
const PORTS = { http: 80, https: 443, tcp: null } as const;

/** One monitor with its charts and outages. @throws AppError('not_found') */
export async function getMonitor(
  ctx: Ctx,
  id: number,
  range: MonitorRange = '24h',
): Promise<CallResponse<typeof calls.getMonitor>> {
  const now = ctx.clock.now();
  const shown = await findOrRefuse(ctx, id);
  const { kind, host, port, certificateEnds } = shown.monitor;
  const outages = await listOutages(ctx.db, id, new Date(now.getTime() - OUTAGE_DAYS * DAY));
  return {
    monitor: toRow(shown, await readCharts(ctx.db, id, range, now)),
    outages: outages.map(({ startedAt, endedAt, error, failures }) => ({
      started_at: startedAt.toISOString(),
      ended_at: textOf(endedAt),
      error,
      failures,
    })),
    url: `${kind}://${host}${port === null || port === PORTS[kind] ? '' : `:${port}`}`,
    certificate_ends: textOf(certificateEnds),
    prober: await proberState(ctx),
  };
}

/** Switches the checks of a monitor on or off. @throws AppError('not_found') */
export async function switchMonitor(
  ctx: Ctx,
  id: number,
  active: boolean,
): Promise<CallResponse<typeof calls.switchMonitor>> {
  const before = await findOrRefuse(ctx, id);
  if (before.monitor.active !== active) {
    const now = ctx.clock.now();
    await inTransaction(ctx, async ({ db, record }) => {
      const monitor = await lockMonitor(db, id);
      if (!monitor) throw missing(id);
      await setActive(db, monitor, active, now);
      const { tenantId, host } = monitor;
      record({
        action: active ? 'monitor.switched-on' : 'monitor.switched-off',
        subject: host,
        tenantId,
        before: { active: monitor.active },
        after: { active },
        topics: [TOPIC.monitors, TOPIC.monitor(id), TOPIC.tenant(tenantId), TOPIC.monitorSetup],
      });
    });
  }
  const shown = await findOrRefuse(ctx, id);
  return { monitor: toRow(shown, shortCharts(shown, ctx.clock.now())) };
}

async function findOrRefuse(ctx: Ctx, id: number): Promise<ShownMonitor> {
  const shown = await findShown(ctx.db, id);
  if (!shown) throw missing(id);
  return shown;
}

const missing = (id: number): AppError =>
  new AppError('not_found', `There is no monitor ${id}. Its domain may have been removed.`);

/** Whether the prober runs, and when it last checked. */
export async function proberState(ctx: Ctx): Promise<calls.ProberState> {
  const state = await readProber(ctx.db);
  const instant = (text: string | null | undefined): string | null => (text ? new Date(text).toISOString() : null);
  return {
    running: state?.running ?? false,
    faulty_since: instant(state?.faulty),
    last_check: instant(state?.checked),
  };
}
