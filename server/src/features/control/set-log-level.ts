import { clampReturn, formatReturn, parseReturn } from '@mission-control/contract/control/rules';
import type { LogLevel, TenantLogLevel } from '@mission-control/contract/control/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { noTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, tenantRow, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { logLevelSeen } from './log-level-seen.ts';
import { confirmationWarning, sendControlFile } from './publish-control-file.ts';
import { findTemporaryLevel, lockLevelOwner, putTemporaryLevel, findControlFacts } from './queries.ts';

/** A tenant's log level as displayed. @throws AppError('not_found') */
export async function readLogLevel(ctx: Ctx, tenantId: number): Promise<TenantLogLevel> {
  const facts = await findControlFacts(ctx.db, tenantId);
  if (!facts) throw noTenant(tenantId);
  const { temporary, logLevel } = facts;
  const seen = temporary && {
    ...temporary,
    until: temporary.until.toISOString(),
    setAt: temporary.setAt.toISOString(),
  };
  return logLevelSeen(seen, logLevel, ctx.clock.now());
}

/** Response to a change of the level. */
export interface LogLevelAnswer {
  warning?: string;
  log_level: TenantLogLevel;
}

/**
 * Sets a temporary level until a time, replacing an earlier one. A time outside the offered durations is clamped. `warning`
 * reports clamping and servers that have not confirmed yet.
 * @throws AppError('bad_request') if `return` is not a time, AppError('not_found'), AppError('refused') without CoursePro
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
  const restores = await inTransaction(
    ctx,
    (work) => setLevelIn(ctx, work, tenantId, change.new, until),
    tenantRow(tenantId),
  );
  const moved =
    clamped && `${restores} returns at ${formatReturn(until)} UTC: ${change.return} is not a time on offer.`;
  const warning = [moved, await confirmationWarning(ctx, tenantId)].filter(Boolean).join(' ');
  return { ...(warning && { warning }), log_level: await readLogLevel(ctx, tenantId) };
}

/** Sets a temporary level within a transaction. Returns the permanent level, which will be restored. @throws as `setLogLevel` */
export async function setLevelIn(
  ctx: Ctx,
  { db, record }: Work,
  tenantId: number,
  level: LogLevel,
  until: Date,
): Promise<LogLevel> {
  const owner = await lockLevelOwner(db, tenantId);
  if (!owner) throw noTenant(tenantId);
  if (owner.service === null)
    throw new AppError('refused', `${owner.name} has no CoursePro service, so it has no log level to set.`);
  const now = ctx.clock.now();
  const earlier = await findTemporaryLevel(db, tenantId);
  const before = earlier && earlier.until > now ? earlier : { level: owner.logLevel, until: null };
  await putTemporaryLevel(db, { tenantId, level, until, setAt: now, setBy: ctx.actor.name });
  await ctx.jobs.send(db, 'log-level.revert', { tenant_id: tenantId, until: until.toISOString() }, { at: until });
  await sendControlFile(ctx, db, tenantId, { attempted: true });
  record({
    action: 'log-level.set',
    subject: owner.name,
    tenantId,
    before: { log_level: before.level, until: before.until?.toISOString() ?? null },
    after: { log_level: level, until: until.toISOString(), restores: owner.logLevel },
    topics: [TOPIC.tenant(tenantId)],
  });
  return owner.logLevel;
}
