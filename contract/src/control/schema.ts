import { z } from 'zod';

/** In display order [LOG-03]. */
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

/** Switches that reach servers (C-128): `active` is the tenant's, the others are those of one service. */
export const SWITCHES = ['active', 'cron', 'maintenance'] as const;
export type SwitchName = (typeof SWITCHES)[number];

/**
 * The control file of a service of a tenant, as its servers find it at `tenants/{tenant}/{service}.control.json` (docs/control-file.md).
 * Times are ISO 8601, UTC.
 */
export const controlFile = z.object({
  tenant: z.int(),
  service: z.string(),
  /** The hosts that the service responds on, sorted. */
  hosts: z.array(z.string()),
  active: z.boolean(),
  cron: z.boolean(),
  maintenance: z.boolean(),
  deployment_group: z.string(),
  log_level: logLevel,
  /** When the console reverts a temporary value. */
  ends: z.object({
    active: z.string().optional(),
    cron: z.string().optional(),
    maintenance: z.string().optional(),
    log_level: z.string().optional(),
  }),
});
export type ControlFile = z.infer<typeof controlFile>;

/**
 * `confirmed`: reading back found the current file. `waiting`: it is being written. `failed`: the last attempt failed; the
 * console retries. `untold`: it was never written, because no switch has been used since the service was added.
 */
const controlledServer = z.object({
  host: z.string(),
  state: z.enum(['confirmed', 'waiting', 'failed', 'untold']),
  /** When it was confirmed or failed; null otherwise. */
  since: z.string().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
});
export type ControlledServer = z.infer<typeof controlledServer>;

const switchEnd = z.object({ until: z.string(), set_by: z.string() });

const controlledService = z.object({
  service: z.string(),
  servers: z.array(controlledServer),
  /** Switches that are reverted automatically. */
  ends: z.object({ cron: switchEnd.optional(), maintenance: switchEnd.optional() }),
});

export const tenantControl = z.object({
  services: z.array(controlledService),
  /** When `active` is reverted; null if it is permanent. */
  active_end: switchEnd.nullable(),
});
export type TenantControl = z.infer<typeof tenantControl>;
