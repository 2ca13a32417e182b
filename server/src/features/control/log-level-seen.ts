import type { LogLevel, TenantLogLevel } from '@mission-control/contract/control/schema';
import type { Ctx } from '../../platform/context.ts';
import { failedServers, publishControlFile } from './publish-control-file.ts';

/** First attempt to publish a stored change. Returns a warning naming the servers that did not confirm, or ''. */
export async function confirmationWarning(ctx: Ctx, tenantId: number): Promise<string> {
  try {
    const failed = failedServers((await publishControlFile(ctx, tenantId)).servers);
    if (failed.length === 0) return '';
    return `Not confirmed yet by ${failed.join(', ')}. The console keeps trying.`;
  } catch (error) {
    // The change is stored and its job queued; an error would suggest that nothing happened.
    ctx.log.error({ err: error, tenantId }, 'failed to publish the control file; the job retries');
    return 'Not confirmed yet by the servers. The console keeps trying.';
  }
}

/** A temporary level. Times are ISO 8601. */
export interface TemporaryFacts {
  level: LogLevel;
  until: string;
  setAt: string;
  setBy: string;
}

/**
 * A tenant's log level as displayed; an overdue temporary level counts as reverted (LOG-10).
 * @param own the tenant's permanent level
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
