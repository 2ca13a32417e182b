import type { TenantLogLevel } from '@mission-control/contract/log-level/schema';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { logLevelSeen } from './log-level-seen.ts';
import { findControlFacts } from './queries.ts';

/** The log level of a tenant as screens show it. @throws AppError('not_found') */
export async function readLogLevel(ctx: Ctx, tenantId: number): Promise<TenantLogLevel> {
  const facts = await findControlFacts(ctx.db, tenantId);
  if (!facts) throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
  const { temporary, own } = facts;
  const seen = temporary && {
    ...temporary,
    until: temporary.until.toISOString(),
    setAt: temporary.setAt.toISOString(),
  };
  return logLevelSeen(seen, own, ctx.clock.now());
}
