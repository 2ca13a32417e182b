import type { LogLevel, TenantLogLevel } from '@mission-control/contract/control/schema';

/** A temporary level. Times are ISO 8601. */
export interface TemporaryFacts {
  level: LogLevel;
  until: string;
  setAt: string;
  setBy: string;
}

/** A tenant's log level as displayed; an overdue temporary level counts as reverted (LOG-10). */
export function logLevelSeen(temporary: TemporaryFacts | null, permanent: LogLevel, now: Date): TenantLogLevel {
  const server_time = now.toISOString();
  if (!temporary || Date.parse(temporary.until) <= now.getTime())
    return { current_level: permanent, new_level: null, changes: null, set_at: null, set_by: null, server_time };
  return {
    current_level: temporary.level,
    new_level: permanent,
    changes: new Date(temporary.until).toISOString(),
    set_at: new Date(temporary.setAt).toISOString(),
    set_by: temporary.setBy,
    server_time,
  };
}
