import type { CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/monitors/calls';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { isInScope } from '@mission-control/contract/windows/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { AppError } from '../../platform/errors.ts';
import { listOccurrences, windowRangesOf } from '../windows/public.ts';
import { readCharts, startOf } from './charts/charts.ts';
import { readPercentiles } from './charts/percentiles.ts';
import { checksOf, outageRow, recentWindows, shortCharts, toRow } from './monitor-row.ts';
import { readProber } from './probe/queries-leases.ts';
import { findShown, listOutages, lockMonitor, setActive, windowSubjectOf, type ShownMonitor } from './queries.ts';

const OUTAGE_DAYS = 90;
const PORTS = { http: 80, https: 443, tcp: null } as const;

/** One monitor with its charts and outages. @throws AppError('not_found') */
export async function getMonitor(
  ctx: Ctx,
  id: number,
  range: MonitorRange = '24h',
): Promise<CallResponse<typeof calls.getMonitor>> {
  const now = ctx.clock.now();
  const shown = await requireMonitor(ctx, id);
  const { kind, host, port, path, certificateEnds } = shown.monitor;
  const since = new Date(now.getTime() - OUTAGE_DAYS * DAY_MS);
  const outages = await listOutages(ctx.db, id, since);
  const subject = windowSubjectOf({ ...shown.monitor, ...shown });
  const windows = (await listOccurrences(ctx.db, since, now)).filter(({ scope }) => isInScope(scope, subject));
  const within = { from: startOf(range, now), to: now.getTime() };
  const ranges = windowRangesOf(windows, subject, within);
  const read = await readCharts(ctx.db, id, { range, now, windows: ranges });
  return {
    monitor: toRow(shown, read.charts),
    percentiles: await readPercentiles(ctx.db, id, {
      range,
      now,
      windows: windowRangesOf(windows, subject, { ...within, from: since.getTime() }),
    }),
    maintenance: {
      windows: windows
        .filter(({ to }) => to > within.from)
        .map(({ name, from, to }) => ({ name, from: isoOf(from), to: isoOf(to) })),
      minutes: Math.round(ranges.reduce((sum, { from, to }) => sum + to - from, 0) / MINUTE_MS),
      ...read.inWindows,
    },
    outages: outages.map((outage) => outageRow(outage, windows)),
    url: `${kind}://${host}${port === null || port === PORTS[kind] ? '' : `:${port}`}${path === '/' ? '' : path}`,
    certificate_ends: certificateEnds?.toISOString() ?? null,
    checks: checksOf(shown.monitor),
    prober: await proberState(ctx),
  };
}

/** Enables or disables the checks of a monitor. @throws AppError('not_found') */
export async function switchMonitor(
  ctx: Ctx,
  id: number,
  active: boolean,
): Promise<CallResponse<typeof calls.switchMonitor>> {
  const now = ctx.clock.now();
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const monitor = await lockMonitor(db, id);
    if (!monitor) throw noMonitor(id);
    if (monitor.active === active) return;
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
  const shown = await requireMonitor(ctx, id);
  return { monitor: toRow(shown, shortCharts(shown, now, await recentWindows(ctx.db, now))) };
}

const isoOf = (at: number): string => new Date(at).toISOString();

async function requireMonitor(ctx: Ctx, id: number): Promise<ShownMonitor> {
  const shown = await findShown(ctx.db, id);
  if (!shown) throw noMonitor(id);
  return shown;
}

export const noMonitor = (id: number): AppError =>
  new AppError('not_found', `There is no monitor ${id}. Its domain may have been removed.`);

/** Whether the prober runs, and when it last checked. */
export async function proberState(ctx: Ctx): Promise<calls.ProberState> {
  const { running, faulty, checked } = await readProber(ctx.db);
  const instant = (text: string | null): string | null => text && new Date(text).toISOString();
  return { running, faulty_since: instant(faulty), last_check: instant(checked) };
}
