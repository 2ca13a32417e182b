import { TOPIC } from '@mission-control/contract/topics';
import { noTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { tenantRow, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { confirmationWarning, sendControlFile } from './publish-control-file.ts';
import { lockLevelOwner, removeTemporaryLevel, type TemporaryLevel } from './queries.ts';
import { readLogLevel, type LogLevelAnswer } from './set-log-level.ts';

/**
 * Ends a temporary level early. Idempotent.
 * @throws AppError('not_found'), AppError('refused') without CoursePro
 */
export async function restoreLogLevel(ctx: Ctx, tenantId: number): Promise<LogLevelAnswer> {
  const restore = async (work: Work) => void (await restoreLevelIn(ctx, work, tenantId));
  await inTransactionIfChanged(ctx, restore, tenantRow(tenantId));
  const warning = await confirmationWarning(ctx, tenantId);
  return { ...(warning && { warning }), log_level: await readLogLevel(ctx, tenantId) };
}

/** Ends a temporary level within a transaction; false, and nothing is recorded, without one. @throws as `restoreLogLevel` */
export async function restoreLevelIn(ctx: Ctx, work: Work, tenantId: number): Promise<boolean> {
  const owner = await lockLevelOwner(work.db, tenantId);
  if (!owner) throw noTenant(tenantId);
  if (owner.service === null)
    throw new AppError('refused', `${owner.name} has no CoursePro service, so it has no log level to restore.`);
  const removed = await removeTemporaryLevel(work.db, tenantId);
  if (removed) await recordEnd(ctx, work, owner, removed, 'log-level.restored');
  return removed !== undefined;
}

/** Records the end of a temporary level and queues publishing. */
export async function recordEnd(
  ctx: Ctx,
  { db, record }: Work,
  owner: { name: string; logLevel: string },
  removed: TemporaryLevel,
  action: 'log-level.restored' | 'log-level.reverted',
): Promise<void> {
  await sendControlFile(ctx, db, removed.tenantId, { attempted: true });
  record({
    action,
    subject: owner.name,
    tenantId: removed.tenantId,
    before: { log_level: removed.level, until: removed.until.toISOString() },
    after: { log_level: owner.logLevel, until: null },
    topics: [TOPIC.tenant(removed.tenantId)],
  });
}
