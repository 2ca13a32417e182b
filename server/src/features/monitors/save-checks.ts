import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/monitors/calls';
import { MAX_MONITORS_CHANGED } from '@mission-control/contract/monitors/rules';
import type { CheckSettings, SomeCheckSettings } from '@mission-control/contract/monitors/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { countText, numberText } from '@mission-control/contract/numbers';
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { checksOf } from './monitor-row.ts';
import { lockMonitor, lockMonitors, recordCheckRequest, updateMonitors } from './queries.ts';
import { findMonitorIds } from './search-monitors.ts';
import { noMonitor } from './service.ts';
import type { monitors } from './tables.ts';

type Monitor = typeof monitors.$inferSelect;

export const columnsOf = (checks: SomeCheckSettings) => ({
  path: checks.path,
  expectedStatus: checks.expected_status,
  expectedText: checks.expected_text,
  timeoutMs: checks.timeout_ms,
  failuresToDown: checks.failures_to_down,
  successesToUp: checks.successes_to_up,
  slowMs: checks.slow_ms,
});

export const topicsOf = ({ id, tenantId }: Monitor) => [TOPIC.monitor(id), TOPIC.tenant(tenantId)];

const has = (stored: CheckSettings, checks: SomeCheckSettings): boolean =>
  isDeepStrictEqual({ ...stored, ...checks }, stored);

/** @throws AppError('not_found'), AppError('conflict') when the stored settings differ from the `known` ones */
export async function saveMonitorChecks(
  ctx: Ctx,
  id: number,
  { checks, known }: CallInput<typeof calls.saveMonitorChecks>['body'],
): Promise<CallResponse<typeof calls.saveMonitorChecks>> {
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const monitor = await lockMonitor(db, id);
    if (!monitor) throw noMonitor(id);
    const before = checksOf(monitor);
    if (has(before, checks)) return;
    if (known && !isDeepStrictEqual(before, known))
      throw new AppError(
        'conflict',
        'These checks have changed since you opened them. Review the changes, and save again.',
      );
    await updateMonitors(db, [id], columnsOf(checks));
    record({
      action: 'monitor.checks-changed',
      subject: monitor.host,
      tenantId: monitor.tenantId,
      before,
      after: checks,
      topics: [TOPIC.monitors, TOPIC.monitorSetup, ...topicsOf(monitor)],
    });
  });
  return { checks };
}

/** @throws AppError('bad_request') for no setting or too many monitors, AppError('conflict') when the caller saw a different number */
export async function saveFoundChecks(
  ctx: Ctx,
  { q, state, found, checks }: CallInput<typeof calls.saveFoundChecks>['body'],
): Promise<CallResponse<typeof calls.saveFoundChecks>> {
  if (Object.keys(checks).length === 0) throw new AppError('bad_request', 'Choose at least one setting.');
  const ids = await findMonitorIds(ctx, { q, state });
  if (ids.length !== found)
    throw new AppError(
      'conflict',
      `The search finds ${countText(ids.length, 'monitor')} now, not ${numberText(found)}. Check the list, then save.`,
    );
  if (ids.length > MAX_MONITORS_CHANGED)
    throw new AppError(
      'bad_request',
      `At most ${numberText(MAX_MONITORS_CHANGED)} monitors at once. Narrow the search.`,
    );
  let changed = 0;
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const different = (await lockMonitors(db, ids)).flatMap((monitor) => {
      const old = checksOf(monitor);
      return has(old, checks) ? [] : [{ monitor, before: pick(old, checks) }];
    });
    changed = different.length;
    if (changed === 0) return;
    await updateMonitors(
      db,
      different.map(({ monitor }) => monitor.id),
      columnsOf(checks),
    );
    record({
      action: 'monitor.checks-changed',
      subject: countText(changed, 'monitor'),
      before: Object.fromEntries(different.map(({ monitor, before }) => [monitor.host, before])),
      after: checks,
      topics: [TOPIC.monitors, TOPIC.monitorSetup, ...different.flatMap(({ monitor }) => topicsOf(monitor))],
    });
  });
  return { changed };
}

const pick = (checks: CheckSettings, keys: SomeCheckSettings): SomeCheckSettings =>
  Object.fromEntries(Object.entries(checks).filter(([key]) => key in keys));

/** Asks the monitor's worker to check it next. @throws AppError('not_found'), AppError('bad_request') when it is not checked */
export function checkMonitor(ctx: Ctx, id: number): Promise<CallResponse<typeof calls.checkMonitor>> {
  return inTransaction(ctx, async ({ db, record }) => {
    const monitor = await lockMonitor(db, id);
    if (!monitor) throw noMonitor(id);
    if (!monitor.active || monitor.closed !== null) throw new AppError('bad_request', notChecked(monitor));
    const at = ctx.clock.now();
    await recordCheckRequest(db, id, at);
    record({
      action: 'monitor.check-asked',
      subject: monitor.host,
      tenantId: monitor.tenantId,
      topics: [TOPIC.monitors, TOPIC.monitorSetup, TOPIC.monitor(id)],
    });
    return { asked_at: at.toISOString() };
  });
}

const notChecked = ({ active, closed }: Monitor): string =>
  !active
    ? 'The monitor is switched off. Switch it on to check it.'
    : closed === 'maintenance'
      ? 'The site is in maintenance and is not checked.'
      : 'The tenant is inactive, so its sites are not checked.';
