import type { LogLevel, TenantLogLevel } from '@mission-control/contract/log-level/schema';
import type { Ctx } from '../../platform/context.ts';
import { findTemporaryLevel } from './queries.ts';

/** The log level of a tenant as screens show it. @param own the level in force without a temporary one. */
export async function getLogLevel(ctx: Ctx, tenantId: number, own: LogLevel): Promise<TenantLogLevel> {
  const temporary = await findTemporaryLevel(ctx.db, tenantId);
  return {
    current_level: temporary?.level ?? own,
    new_level: temporary ? own : null,
    changes: temporary?.until.toISOString() ?? null,
    set_at: temporary?.setAt.toISOString() ?? null,
    set_by: temporary?.setBy ?? null,
    server_time: ctx.clock.now().toISOString(),
  };
}
