import { z } from 'zod';

/** In the order of the control [LOG-03]. */
export const LOG_LEVELS = ['DEBUG', 'INFO', 'NOTICE', 'WARNING', 'ERROR'] as const;
export const logLevel = z.enum(LOG_LEVELS);
export type LogLevel = z.infer<typeof logLevel>;

/** A tenant's log level (C-054). Times are ISO 8601, UTC; without a pending change all but the first key are null. */
export const tenantLogLevel = z.object({
  /** In force now. */
  current_level: logLevel,
  /** The level that will be restored. */
  new_level: logLevel.nullable(),
  /** When it will be restored. */
  changes: z.string().nullable(),
  set_at: z.string().nullable(),
  set_by: z.string().nullable(),
  /** The server's clock at the time of the response: countdowns use it instead of the browser's clock. */
  server_time: z.string(),
});
export type TenantLogLevel = z.infer<typeof tenantLogLevel>;
