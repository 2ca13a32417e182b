import { CHECK_DEFAULTS } from '@mission-control/contract/monitors/rules';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { accounts, tenantId } from '../../fleet/tables.ts';
import type { ImportedResponses } from './charts/imported-history.ts';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const monitorId = () =>
  integer('monitor_id')
    .notNull()
    .references(() => monitors.id, { onDelete: 'cascade' });

/** A monitor and its state. One per domain of a tenant; its name is derived from tenant and service. */
export const monitors = pgTable(
  'monitors',
  {
    id: serial().primaryKey(),
    tenantId: tenantId(),
    service: text().notNull(),
    host: text().notNull(),
    kind: text().$type<'http' | 'https' | 'tcp'>().notNull().default('https'),
    /** Null: the default port of the kind. */
    port: integer(),
    expectedStatus: integer('expected_status').notNull().default(CHECK_DEFAULTS.expected_status),
    timeoutMs: integer('timeout_ms').notNull().default(CHECK_DEFAULTS.timeout_ms),
    path: text().notNull().default(CHECK_DEFAULTS.path),
    /** Null: the body is not read. */
    expectedText: text('expected_text'),
    failuresToDown: smallint('failures_to_down').notNull().default(CHECK_DEFAULTS.failures_to_down),
    successesToUp: smallint('successes_to_up').notNull().default(CHECK_DEFAULTS.successes_to_up),
    slowMs: integer('slow_ms').notNull().default(CHECK_DEFAULTS.slow_ms),
    /** When a check was last requested. */
    askedAt: time('asked_at'),
    active: boolean().notNull().default(true),
    /** Why its site is closed on purpose (C-128), in which case it is not checked and not down. Null: it is open. */
    closed: text().$type<'maintenance' | 'inactive'>(),
    /** Incremented by each change by a user or of the fleet; results of an earlier revision are dropped. */
    revision: integer().notNull().default(0),
    /** Set when the domain is removed; the monitor is kept with its history until the domain returns, or for 30 days. */
    removedAt: time('removed_at'),
    createdAt: time('created_at').notNull(),
    /** 1 = online. Meaningless before the first judgement: lastOnline and lastOffline are null then. */
    status: smallint().notNull().default(1),
    warningCount: integer('warning_count').notNull().default(0),
    /** The last five checks, the newest in the lowest bit: 1 = slow. */
    slowBits: smallint('slow_bits').notNull().default(0),
    /** Consecutive checks that contradict the status, and the time of the first. */
    against: smallint().notNull().default(0),
    againstSince: time('against_since'),
    lastOnline: time('last_online'),
    lastOffline: time('last_offline'),
    lastCheck: time('last_check'),
    responseMs: integer('response_ms'),
    lastResponse: text('last_response'),
    lastError: text('last_error'),
    certificateEnds: time('certificate_ends'),
    /** Checks not in any ring yet. */
    openChecks: integer('open_checks').notNull().default(0),
    openFailures: integer('open_failures').notNull().default(0),
    openMs: bigint('open_ms', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    uniqueIndex('monitors_tenant_host').on(table.tenantId, table.host),
    // For alerts, which read these every few seconds.
    index('monitors_troubled')
      .on(table.id)
      .where(sql`status = 0 or against > 0 or slow_bits > 0`),
    index('monitors_certificate').on(table.certificateEnds),
  ],
);

/** The results of one hour in chronological order, eight bytes each (results.ts); kept for 24 hours. */
export const monitorRaw = pgTable(
  'monitor_raw',
  {
    monitorId: monitorId(),
    hour: time('hour').notNull(),
    data: bytes().notNull(),
    /** Fully included in the rings. */
    rolled: boolean().notNull().default(false),
    /** How many of its first results the day's latency histogram includes; further ones arrived late. */
    counted: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.monitorId, table.hour] }),
    index('monitor_raw_open')
      .on(table.hour)
      .where(sql`not rolled`),
  ],
);

/** The minutes ring: the sixty minutes of one hour. */
export const monitorMinutes = pgTable(
  'monitor_minutes',
  { monitorId: monitorId(), hour: time('hour').notNull(), data: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.monitorId, table.hour] })],
);

/** The hours, days and months rings (UTC). */
export const monitorRings = pgTable(
  'monitor_rings',
  {
    monitorId: monitorId(),
    span: text().$type<'hour' | 'day' | 'month'>().notNull(),
    start: time('start').notNull(),
    checks: integer().notNull(),
    failures: integer().notNull(),
    /** Sum over the successful checks. */
    msSum: bigint('ms_sum', { mode: 'number' }).notNull(),
    /** The part of these that was measured in maintenance windows. */
    apartChecks: integer('apart_checks').notNull().default(0),
    apartFailures: integer('apart_failures').notNull().default(0),
    apartMs: bigint('apart_ms', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.monitorId, table.span, table.start] })],
);

/** Histogram (latencies.ts) of the successful checks of a day (UTC), excluding maintenance windows; kept for 100 days. */
export const monitorLatencies = pgTable(
  'monitor_latencies',
  { monitorId: monitorId(), day: time('day').notNull(), counts: smallint().array().notNull() },
  (table) => [primaryKey({ columns: [table.monitorId, table.day] }), index('monitor_latencies_day').on(table.day)],
);

/** Imported history of a domain from before this console checked it; not part of the rings. Kept for 90 days. */
export const monitorPasts = pgTable('monitor_pasts', {
  monitorId: monitorId().primaryKey(),
  until: time('until').notNull(),
  responses: json('told').$type<ImportedResponses>().notNull(),
  /** Daily and hourly summaries of it. */
  days: jsonb().$type<ShortBucket[]>().notNull(),
  hours: jsonb().$type<ShortBucket[]>().notNull(),
});

/** A compact ring bucket: index since 1970, checks, failures, sum of the times. */
export type ShortBucket = [number, number, number, number];

/** The last 30 days and 24 hours of the rings, so that the monitor list reads one row per monitor. */
export const monitorSummaries = pgTable('monitor_summaries', {
  monitorId: monitorId().primaryKey(),
  days: jsonb().$type<ShortBucket[]>().notNull(),
  hours: jsonb().$type<ShortBucket[]>().notNull(),
});

export const monitorOutages = pgTable(
  'monitor_outages',
  {
    id: serial().primaryKey(),
    monitorId: monitorId(),
    startedAt: time('started_at').notNull(),
    /** Null while ongoing. */
    endedAt: time('ended_at'),
    error: text().notNull(),
    failures: integer().notNull(),
  },
  (table) => [
    index('monitor_outages_monitor').on(table.monitorId, table.startedAt),
    index('monitor_outages_started').on(table.startedAt, table.id),
    index('monitor_outages_ended').on(table.endedAt, table.id),
  ],
);

/** Public status pages. Whoever knows the token sees the page. */
export const statusPages = pgTable('status_pages', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  token: text().notNull().unique(),
  publishedAt: time('published_at').notNull(),
  publishedBy: text('published_by').notNull(),
});

/** Which worker may check a shard, and when its lease ends. */
export const monitorLeases = pgTable('monitor_leases', {
  shard: integer().primaryKey(),
  owner: text().notNull(),
  until: time('until').notNull(),
});

/** Probing workers. */
export const monitorWorkers = pgTable('monitor_workers', {
  id: text().primaryKey(),
  seenAt: time('seen_at').notNull(),
  lastCheck: time('last_check'),
  /** Since when over half of its checks have failed, which suspends its judgements. */
  faultySince: time('faulty_since'),
});
