import { clampReturn, formatReturn, parseReturn } from '@mission-control/contract/log-level/rules';
import type { LogLevel, TenantLogLevel } from '@mission-control/contract/log-level/schema';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { confirmationWarning } from './confirmation-warning.ts';
import { sendControlFile } from './publish-control-file.ts';
import { findTemporaryLevel, lockLevelOwner, putTemporaryLevel } from './queries.ts';
import { readLogLevel } from './read-log-level.ts';

/** What a change of the level is answered with. */
export interface LogLevelAnswer {
  warning?: string;
  log_level: TenantLogLevel;
}

/**
 * Puts a temporary level in force until a time, in place of an earlier temporary one. A time outside of the offered durations is
 * moved into them, which a warning says; so does a server that did not confirm yet.
 * @throws AppError('bad_request') when `return` is no time, AppError('not_found'), AppError('refused') without CoursePro
 */
export async function setLogLevel(
  ctx: Ctx,
  tenantId: number,
  change: { new: LogLevel; return: string },
): Promise<LogLevelAnswer> {
  const wanted = parseReturn(change.return);
  if (!wanted) {
    const wrong = 'must be a time in UTC like 2026-01-31 14:05:00';
    throw new AppError('bad_request', `return: ${wrong}`, { fields: { return: wrong } });
  }
  const { at: until, clamped } = clampReturn(wanted, ctx.clock.now());
  const restores = await inTransaction(ctx, (work) => store(ctx, work, tenantId, change.new, until));
  const moved =
    clamped && `${restores} returns at ${formatReturn(until)} UTC: ${change.return} is not a time on offer.`;
  const warning = [moved, await confirmationWarning(ctx, tenantId)].filter(Boolean).join(' ');
  return { ...(warning && { warning }), log_level: await readLogLevel(ctx, tenantId) };
}

/** Answers the level that will be restored. */
async function store(
  ctx: Ctx,
  { db, record }: Work,
  tenantId: number,
  level: LogLevel,
  until: Date,
): Promise<LogLevel> {
  const owner = await lockLevelOwner(db, tenantId);
  if (!owner) throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
  if (owner.service === null)
    throw new AppError('refused', `${owner.name} has no CoursePro service, so it has no log level to set.`);
  const now = ctx.clock.now();
  const earlier = await findTemporaryLevel(db, tenantId);
  const before = earlier && earlier.until > now ? earlier : { level: owner.own, until: null };
  await putTemporaryLevel(db, { tenantId, level, until, setAt: now, setBy: ctx.actor.name });
  await ctx.jobs.send(db, 'log-level.revert', { tenant_id: tenantId, until: until.toISOString() }, { at: until });
  await sendControlFile(ctx, db, tenantId);
  record({
    action: 'log-level.set',
    subject: owner.name,
    tenantId,
    before: { log_level: before.level, until: before.until?.toISOString() ?? null },
    after: { log_level: level, until: until.toISOString(), restores: owner.own },
    topics: [`tenant:${tenantId}`],
  });
  return owner.own;
}
