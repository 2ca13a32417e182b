import type { LogLevel, TenantLogLevel } from '@mission-control/contract/log-level/schema';

/** A temporary level. Times are ISO 8601. */
export interface TemporaryFacts {
  level: LogLevel;
  until: string;
  setAt: string;
  setBy: string;
}

/**
 * The log level of a tenant as screens show it; an overdue one counts as taken back (LOG-10).
 * @param own the level in force without a temporary one.
 */
export function logLevelSeen(temporary: TemporaryFacts | null, own: LogLevel, now: Date): TenantLogLevel {
  const server_time = now.toISOString();
  if (!temporary || Date.parse(temporary.until) <= now.getTime())
    return { current_level: own, new_level: null, changes: null, set_at: null, set_by: null, server_time };
  return {
    current_level: temporary.level,
    new_level: own,
    changes: new Date(temporary.until).toISOString(),
    set_at: new Date(temporary.setAt).toISOString(),
    set_by: temporary.setBy,
    server_time,
  };
}
