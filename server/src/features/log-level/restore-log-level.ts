import type { Ctx } from '../../platform/context.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { confirmationWarning } from './confirmation-warning.ts';
import { sendControlFile } from './publish-control-file.ts';
import { lockLevelOwner, takeTemporaryLevel, type TemporaryLevel } from './queries.ts';
import { readLogLevel } from './read-log-level.ts';
import type { LogLevelAnswer } from './set-log-level.ts';

/**
 * Brings the own level of a tenant back before the time; fine when it is in force already.
 * @throws AppError('not_found'), AppError('refused') without CoursePro
 */
export async function restoreLogLevel(ctx: Ctx, tenantId: number): Promise<LogLevelAnswer> {
  await inTransaction(ctx, async (work) => {
    const owner = await lockLevelOwner(work.db, tenantId);
    if (!owner) throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
    if (owner.service === null)
      throw new AppError('refused', `${owner.name} has no CoursePro service, so it has no log level to restore.`);
    const taken = await takeTemporaryLevel(work.db, tenantId);
    if (!taken) throw new NothingPending();
    await recordReturn(ctx, work, owner, taken, 'log-level.restored');
  }).catch(ignoreNothingPending);
  const warning = await confirmationWarning(ctx, tenantId);
  return { ...(warning && { warning }), log_level: await readLogLevel(ctx, tenantId) };
}

/** Ends a transaction that found no temporary level to take back: another one was faster. */
export class NothingPending extends Error {}

/** For the rejection of a transaction that may end with NothingPending. */
export function ignoreNothingPending(error: unknown): void {
  if (!(error instanceof NothingPending)) throw error;
}

/** Records that the own level is in force again, and queues the publishing. */
export async function recordReturn(
  ctx: Ctx,
  { db, record }: Work,
  owner: { name: string; own: string },
  taken: TemporaryLevel,
  action: 'log-level.restored' | 'log-level.reverted',
): Promise<void> {
  await sendControlFile(ctx, db, taken.tenantId);
  record({
    action,
    subject: owner.name,
    tenantId: taken.tenantId,
    before: { log_level: taken.level, until: taken.until.toISOString() },
    after: { log_level: owner.own, until: null },
    topics: [`tenant:${taken.tenantId}`],
  });
}
