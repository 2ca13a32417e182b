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
  /** The hosts that the service answers on, sorted. */
  hosts: z.array(z.string()),
  active: z.boolean(),
  cron: z.boolean(),
  maintenance: z.boolean(),
  deployment_group: z.string(),
  log_level: logLevel,
  /** When the console takes a temporary value back. */
  ends: z.object({
    active: z.string().optional(),
    cron: z.string().optional(),
    maintenance: z.string().optional(),
    log_level: z.string().optional(),
  }),
});
export type ControlFile = z.infer<typeof controlFile>;

/**
 * `confirmed`: the server was read back and has the current file. `waiting`: it is being written. `failed`: the last attempt failed; the
 * console retries. `untold`: it was never written, because nobody has used a switch since the service is there.
 */
const controlledServer = z.object({
  host: z.string(),
  state: z.enum(['confirmed', 'waiting', 'failed', 'untold']),
  /** When it confirmed or failed; null otherwise. */
  since: z.string().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
});
export type ControlledServer = z.infer<typeof controlledServer>;

const switchEnd = z.object({ until: z.string(), set_by: z.string() });

const controlledService = z.object({
  service: z.string(),
  servers: z.array(controlledServer),
  /** Switches that are taken back by themselves. */
  ends: z.object({ cron: switchEnd.optional(), maintenance: switchEnd.optional() }),
});

export const tenantControl = z.object({
  services: z.array(controlledService),
  /** When `active` is taken back; null when it stays. */
  active_end: switchEnd.nullable(),
});
export type TenantControl = z.infer<typeof tenantControl>;
