import type { AlertRow } from '@mission-control/contract/alerts/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { noAlert, readAlert } from './list-alerts.ts';
import { lockAlert, setAlert } from './queries.ts';

/** Acknowledges an alert. @throws AppError('not_found' | 'conflict' | 'bad_request') */
export async function acknowledgeAlert(
  ctx: Ctx,
  id: number,
  { until, note }: { until: string | null; note: string },
): Promise<AlertRow> {
  const now = ctx.clock.now();
  const end = until === null ? null : new Date(until);
  if (end !== null && end <= now)
    throw new AppError('bad_request', 'Choose a time in the future.', {
      fields: { until: 'Choose a time in the future.' },
    });
  await inTransaction(ctx, async ({ db, record }) => {
    const alert = await requireUnresolved(db, id);
    await setAlert(db, id, {
      state: 'acknowledged',
      acknowledgedBy: ctx.actor.name,
      acknowledgedAt: now,
      acknowledgedUntil: end,
      note,
    });
    record({
      action: 'alert.acknowledged',
      subject: alert.title,
      before: { state: alert.state },
      after: { state: 'acknowledged', until, note },
      topics: [TOPIC.alerts],
    });
  });
  return readAlert(ctx, id);
}

/** Withdraws an acknowledgement; a no-op without one. @throws AppError('not_found' | 'conflict') */
export async function reopenAlert(ctx: Ctx, id: number): Promise<AlertRow> {
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const alert = await requireUnresolved(db, id);
    if (alert.state === 'open') return;
    const none = { acknowledgedBy: null, acknowledgedAt: null, acknowledgedUntil: null, note: null };
    await setAlert(db, id, { state: 'open', ...none });
    record({
      action: 'alert.reopened',
      subject: alert.title,
      before: { state: alert.state },
      after: { state: 'open' },
      topics: [TOPIC.alerts],
    });
  });
  return readAlert(ctx, id);
}

async function requireUnresolved(db: Transaction, id: number) {
  const alert = await lockAlert(db, id);
  if (!alert) throw noAlert(id);
  if (alert.state === 'resolved') throw new AppError('conflict', 'The alert is already resolved.');
  return alert;
}
