import type { AlertKind, AlertState, ChannelKind, QuietHours, Severity } from '@mission-control/contract/alerts/rules';
import type { AlertEvent, AlertMessage, AlertScope } from '@mission-control/contract/alerts/schema';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { userId } from '../auth/public.ts';

/** A rule; a deleted one is kept for the names of its alerts. */
export const alertRules = pgTable('alert_rules', {
  id: serial().primaryKey(),
  name: text().notNull(),
  kind: text().$type<AlertKind>().notNull(),
  limit: integer('threshold'),
  minutes: integer(),
  severity: text().$type<Severity>().notNull(),
  scope: jsonb().$type<AlertScope>().notNull(),
  quiet: jsonb().$type<QuietHours>(),
  channels: integer().array().notNull(),
  enabled: boolean().notNull(),
  updatedAt: time('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
  deletedAt: time('deleted_at'),
});

/** Settings of an e-mail channel other than its password. */
export interface EmailSettings {
  host: string;
  port: number;
  security: 'starttls' | 'tls' | 'none';
  user: string | null;
  from: string;
  to: string[];
  /** Absent in channels created before subscriptions existed. */
  people?: boolean;
}

export const alertChannels = pgTable('alert_channels', {
  id: serial().primaryKey(),
  name: text().notNull(),
  kind: text().$type<ChannelKind>().notNull(),
  enabled: boolean().notNull(),
  /** Shown: the host of the webhook, or the recipients. */
  target: text().notNull(),
  email: jsonb().$type<EmailSettings>(),
  /** Ciphertext of the webhook address, which may contain a token. */
  url: text(),
  /** Ciphertext of the signing key, or of the password. */
  secret: text(),
  updatedAt: time('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
  deletedAt: time('deleted_at'),
});

export const alerts = pgTable(
  'alerts',
  {
    id: serial().primaryKey(),
    ruleId: integer('rule_id')
      .notNull()
      .references(() => alertRules.id),
    /** Common cause of its subjects: `tenant:12`, `database:4`. */
    cause: text().notNull(),
    title: text().notNull(),
    severity: text().$type<Severity>().notNull(),
    state: text().$type<AlertState>().notNull().default('open'),
    since: time('since').notNull(),
    openedAt: time('opened_at').notNull(),
    resolvedAt: time('resolved_at'),
    /** How often it was reopened. */
    returns: integer().notNull().default(0),
    flapping: boolean().notNull().default(false),
    /** Since when a flapping alert has had no active subject. */
    quietSince: time('quiet_since'),
    acknowledgedBy: text('acknowledged_by'),
    acknowledgedAt: time('acknowledged_at'),
    acknowledgedUntil: time('acknowledged_until'),
    note: text(),
  },
  (table) => [
    // At most one open alert per cause.
    uniqueIndex('alerts_open')
      .on(table.ruleId, table.cause)
      .where(sql`state <> 'resolved'`),
    index('alerts_state').on(table.state, table.id),
    index('alerts_opened').on(table.openedAt, table.id),
    index('alerts_resolved').on(table.resolvedAt, table.id),
  ],
);

/** The subjects of an alert. */
export const alertMembers = pgTable(
  'alert_members',
  {
    alertId: integer('alert_id')
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    /** Identifies the subject within the kind of the rule: `monitor:12`. */
    subject: text().notNull(),
    label: text().notNull(),
    detail: text().notNull(),
    /** Not a foreign key: the alert keeps the name of a purged tenant. */
    tenantId: integer('tenant_id'),
    link: text().notNull(),
    /** Where it is, to find its maintenance windows and subscribers. */
    regionId: integer('region_id'),
    environmentIds: integer('environment_ids').array().notNull().default([]),
    service: text(),
    since: time('since').notNull(),
    /** Null while it is active. */
    endedAt: time('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.alertId, table.subject] }),
    index('alert_members_tenant').on(table.tenantId),
  ],
);

/** What people want to be notified about by e-mail; empty lists do not restrict. Ended ones are kept for the messages they sent. */
export const alertSubscriptions = pgTable(
  'alert_subscriptions',
  {
    id: serial().primaryKey(),
    userId: userId(),
    email: text().notNull(),
    rules: integer().array().notNull(),
    severities: text().array().$type<Severity[]>().notNull(),
    regions: integer().array().notNull(),
    environments: integer().array().notNull(),
    tenants: integer().array().notNull(),
    views: integer().array().notNull().default([]),
    createdAt: time('created_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [index('alert_subscriptions_user').on(table.userId)],
);

/** The outbox: messages, written in the same transaction as the change that they report. Leases and due times use the database clock. */
export const alertDeliveries = pgTable(
  'alert_deliveries',
  {
    id: uuid().primaryKey(),
    /** Order of writing; a channel receives the messages of an alert in this order. */
    number: serial().notNull(),
    alertId: integer('alert_id').references(() => alerts.id, { onDelete: 'cascade' }),
    channelId: integer('channel_id')
      .notNull()
      .references(() => alertChannels.id),
    /** For a message to one person: the subscription it is for, and the address. */
    subscriptionId: integer('subscription_id').references(() => alertSubscriptions.id, { onDelete: 'cascade' }),
    recipient: text(),
    event: text().$type<AlertEvent>().notNull(),
    message: jsonb().$type<AlertMessage>().notNull(),
    state: text().$type<'waiting' | 'sent' | 'given-up' | 'skipped'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    dueAt: time('due_at').notNull(),
    sentAt: time('sent_at'),
    leaseOwner: text('lease_owner'),
    leaseUntil: time('lease_until'),
    outcome: text(),
  },
  (table) => [
    index('alert_deliveries_waiting')
      .on(table.dueAt)
      .where(sql`state = 'waiting'`),
    index('alert_deliveries_order').on(table.alertId, table.channelId, table.number),
    index('alert_deliveries_channel').on(table.channelId, table.number),
    index('alert_deliveries_subscription').on(table.subscriptionId, table.sentAt),
  ],
);

/** One row: the process that evaluates the rules, and the end of its lease. */
export const alertEvaluator = pgTable('alert_evaluator', {
  id: integer().primaryKey(),
  owner: text().notNull(),
  until: time('until').notNull(),
});
