import { TOPIC } from '@mission-control/contract/topics';
import { noTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, tenantRow, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { confirmationWarning } from './log-level-seen.ts';
import { sendControlFile } from './publish-control-file.ts';
import { lockLevelOwner, removeTemporaryLevel, type TemporaryLevel } from './queries.ts';
import { readLogLevel, type LogLevelAnswer } from './set-log-level.ts';

/**
 * Ends a temporary level early. Idempotent.
 * @throws AppError('not_found'), AppError('refused') without CoursePro
 */
export async function restoreLogLevel(ctx: Ctx, tenantId: number): Promise<LogLevelAnswer> {
  await inTransaction(ctx, (work) => restoreLevelIn(ctx, work, tenantId), tenantRow(tenantId)).catch(
    ignoreNothingPending,
  );
  const warning = await confirmationWarning(ctx, tenantId);
  return { ...(warning && { warning }), log_level: await readLogLevel(ctx, tenantId) };
}

/** Ends a temporary level within a transaction. @throws NothingPending, and as `restoreLogLevel` */
export async function restoreLevelIn(ctx: Ctx, work: Work, tenantId: number): Promise<void> {
  const owner = await lockLevelOwner(work.db, tenantId);
  if (!owner) throw noTenant(tenantId);
  if (owner.service === null)
    throw new AppError('refused', `${owner.name} has no CoursePro service, so it has no log level to restore.`);
  const removed = await removeTemporaryLevel(work.db, tenantId);
  if (!removed) throw new NothingPending();
  await recordEnd(ctx, work, owner, removed, 'log-level.restored');
}

/** Rolls back a transaction that found no temporary level to remove. */
export class NothingPending extends Error {}

export function ignoreNothingPending(error: unknown): void {
  if (!(error instanceof NothingPending)) throw error;
}

/** Records the end of a temporary level and queues publishing. */
export async function recordEnd(
  ctx: Ctx,
  { db, record }: Work,
  owner: { name: string; own: string },
  removed: TemporaryLevel,
  action: 'log-level.restored' | 'log-level.reverted',
): Promise<void> {
  await sendControlFile(ctx, db, removed.tenantId, { attempted: true });
  record({
    action,
    subject: owner.name,
    tenantId: removed.tenantId,
    before: { log_level: removed.level, until: removed.until.toISOString() },
    after: { log_level: owner.own, until: null },
    topics: [TOPIC.tenant(removed.tenantId)],
  });
}
