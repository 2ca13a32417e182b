import type { ServiceSlug } from '@mission-control/contract/catalogue';
import type { LogLevel } from '@mission-control/contract/control/schema';
import { sql } from 'drizzle-orm';
import {
  bigserial,
  index,
  integer,
  pgTable,
  serial,
  text,
  boolean,
  uniqueIndex,
  jsonb,
  primaryKey,
} from 'drizzle-orm/pg-core';
import { time } from '../platform/database/columns.ts';

export const regions = pgTable('regions', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  description: text().notNull(),
});

/** A place where one kind of service runs, on one or more servers. `type` is the documents' number (1 CoursePro web, 2 worker ...). */
export const environments = pgTable('environments', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  instanceId: text('instance_id').notNull(),
  groupName: text('group_name').notNull(),
  type: integer().notNull(),
  /** The services it serves, among those that support its type (C-135); null = all of them. */
  services: text().array().$type<ServiceSlug[]>(),
  regionId: integer('region_id')
    .notNull()
    .references(() => regions.id),
  fqdn: text().notNull(),
});

/** The machines of an environment, which published files are written to. */
export const servers = pgTable(
  'servers',
  {
    id: serial().primaryKey(),
    environmentId: integer('environment_id')
      .notNull()
      .references(() => environments.id),
    host: text().notNull().unique(),
  },
  (table) => [index('servers_environment').on(table.environmentId)],
);

export const certificates = pgTable('certificates', {
  id: serial().primaryKey(),
  name: text().notNull(),
  domain: text().notNull(),
});

/** A database server that tenants' databases live on. `service` is the slug of the service it serves. */
export const databaseHosts = pgTable('database_hosts', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  label: text().notNull(),
  service: text().notNull(),
  regionId: integer('region_id')
    .notNull()
    .references(() => regions.id),
  identifier: text().notNull(),
  endpoint: text().notNull(),
  notes: text().notNull().default(''),
});

export const accounts = pgTable('accounts', {
  id: serial().primaryKey(),
  tradingName: text('trading_name').notNull(),
});

export const tenants = pgTable(
  'tenants',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    /** NFKC, case-folded name: names are unique ignoring case and Unicode form. */
    nameKey: text('name_key').notNull(),
    regionId: integer('region_id')
      .notNull()
      .references(() => regions.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    active: boolean().notNull().default(true),
    /** Training or test site; the Production switch is its inverse. Independent of the deployment group (C-061). */
    staging: boolean().notNull().default(false),
    deploymentGroup: text('deployment_group').notNull().default('production'),
    /** The level in force, unless a temporary one overrides it. */
    logLevel: text('log_level').$type<LogLevel>().notNull().default('INFO'),
    /** Null until a report provides the number. */
    totalMembers: integer('total_members'),
    /** Null until a report provides the number. */
    totalCentres: integer('total_centres'),
    /** Fallback for the Licence config's `expires` (C-078); free text, not necessarily a date. */
    licenceExpires: text('licence_expires'),
    /** Raised by every change of the tenant or of one of its services. */
    version: integer().notNull().default(1),
    /** When the tenant was created and by whom, here or according to the inventory; null when unknown. */
    createdAt: time('created_at'),
    createdBy: text('created_by'),
    updatedAt: time('updated_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    deletedAt: time('deleted_at'),
    deletedBy: text('deleted_by'),
  },
  (table) => [
    uniqueIndex('tenants_name_key')
      .on(table.nameKey)
      .where(sql`deleted_at is null`),
    index('tenants_account').on(table.accountId),
  ],
);

/** The tenant that a row belongs to and is deleted with. @param name of the column */
export const tenantId = (name = 'tenant_id') =>
  integer(name)
    .notNull()
    .references(() => tenants.id, { onDelete: 'cascade' });

/** A service that a tenant has; `service` is a slug of the contract's catalogue. */
export const tenantServices = pgTable(
  'tenant_services',
  {
    tenantId: tenantId(),
    service: text().notNull(),
    cron: boolean().notNull().default(true),
    maintenance: boolean().notNull().default(false),
    webEnvironmentId: integer('web_environment_id').references(() => environments.id),
    workerEnvironmentId: integer('worker_environment_id').references(() => environments.id),
    snsEnvironmentId: integer('sns_environment_id').references(() => environments.id),
    certificateId: integer('certificate_id').references(() => certificates.id),
    databaseHostId: integer('database_host_id').references(() => databaseHosts.id),
    bridge: text(),
    version: text(),
    dbVersion: text('db_version'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.service] }),
    index('tenant_services_web').on(table.webEnvironmentId),
    index('tenant_services_worker').on(table.workerEnvironmentId),
    index('tenant_services_sns').on(table.snsEnvironmentId),
  ],
);

export const domains = pgTable(
  'domains',
  {
    id: serial().primaryKey(),
    tenantId: tenantId(),
    service: text().notNull(),
    host: text().notNull(),
    isPrimary: boolean('is_primary').notNull().default(false),
    hasWhitelist: boolean('has_whitelist').notNull().default(false),
  },
  (table) => [uniqueIndex('domains_host').on(table.host), index('domains_tenant').on(table.tenantId, table.service)],
);

/** Facts of a deleted service, for restoring it. */
export interface DeletedFacts {
  service: Omit<typeof tenantServices.$inferSelect, 'tenantId' | 'service'>;
  domains: { host: string; isPrimary: boolean; hasWhitelist: boolean }[];
}

/**
 * Deleted services of tenants, kept for 30 days. A separate table, so that the key of the other services stays as it is, no reader has
 * to filter them out, and their hosts are free for others. The saved configs stay in place.
 */
export const deletedServices = pgTable(
  'deleted_services',
  {
    id: serial().primaryKey(),
    tenantId: tenantId(),
    service: text().notNull(),
    facts: jsonb().$type<DeletedFacts>().notNull(),
    deletedAt: time('deleted_at').notNull(),
    deletedBy: text('deleted_by').notNull(),
  },
  (table) => [index('deleted_services_tenant').on(table.tenantId, table.service)],
);

/**
 * Former states of the fleet's rows, written by triggers, so that no writer can omit them (0122). The state of a row at a time is that
 * of its first entry after that time, or its current one when there is none.
 */
export const fleetHistory = pgTable(
  'fleet_history',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    /** The table of the row, and its key there. */
    tableName: text('thing').notNull(),
    id: integer().notNull(),
    part: text().notNull(),
    /** When the row left this state, by the database clock. */
    until: time().notNull(),
    /** The columns by name; null: the row did not exist. */
    was: jsonb(),
  },
  (table) => [index('fleet_history_until').on(table.until), index('fleet_history_row').on(table.tableName, table.id)],
);

/** The start of the history: a single row, or none while no history is kept. */
export const fleetHistoryStart = pgTable('fleet_history_start', {
  id: integer().primaryKey(),
  at: time().notNull(),
});
