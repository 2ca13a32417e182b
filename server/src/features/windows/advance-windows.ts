import { TOPIC } from '@mission-control/contract/topics';
import { systemCtx, type Services } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { occurrencesOf } from './calendar.ts';
import { markBegun, markEnded, deleteOccurrences, lockUnplanned, updateWindow } from './queries.ts';
import { FOLLOW_WINDOWS_JOB, PLANNED_MS, storeOccurrences } from './window-times.ts';

/** Further occurrences of a rule are stored once the stored ones cover less time than this. */
const MIN_PLANNED_MS = PLANNED_MS - DAY_MS;
/** Retention of occurrences: the same as that of the daily data of monitors. */
const RETENTION_MS = 800 * DAY_MS;

/** Stores the next occurrences of rules, and announces which windows have begun and ended, exactly once even with concurrent workers. */
export async function advanceWindows(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'windows');
  await inUnauditedTransaction(ctx, async ({ db, changed }) => {
    const now = ctx.clock.now().getTime();
    const plannedUntil = new Date(now + PLANNED_MS);
    for (const window of await lockUnplanned(db, new Date(now + MIN_PLANNED_MS))) {
      const from = window.plannedUntil.getTime();
      // After a long stop, occurrences that nobody planned in time are already over.
      const times = occurrencesOf(window, Math.max(from, now), plannedUntil.getTime()).filter(
        (one) => one.from >= from,
      );
      await storeOccurrences(ctx, db, window, times);
      await updateWindow(db, window.id, { plannedUntil });
      if (times.length > 0) changed(TOPIC.windows);
    }
  });
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const now = ctx.clock.now();
    const begun = await markBegun(db, now);
    for (const { name } of begun) record({ action: 'window.began', subject: name, topics: [TOPIC.windows] });
    for (const { name, begunAt } of await markEnded(db, now))
      if (begunAt) record({ action: 'window.ended', subject: name, topics: [TOPIC.windows] });
    if (begun.some(({ switches }) => switches)) await ctx.jobs.send(db, FOLLOW_WINDOWS_JOB, {});
  });
}

export const purgeOccurrences = ({ db, clock }: Services): Promise<void> =>
  deleteOccurrences(db, new Date(clock.now().getTime() - RETENTION_MS));
