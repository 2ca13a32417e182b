import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { databaseHosts } from '../databases/public.ts';
import { certificates, environments } from '../environments/public.ts';
import { tenants } from '../tenants/public.ts';

/** A service that a tenant has; `service` is a slug of the contract's catalogue. */
export const tenantServices = pgTable(
  'tenant_services',
  {
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
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
  ],
);

export const domains = pgTable(
  'domains',
  {
    id: serial().primaryKey(),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    service: text().notNull(),
    host: text().notNull(),
    isPrimary: boolean('is_primary').notNull().default(false),
    hasWhitelist: boolean('has_whitelist').notNull().default(false),
  },
  (table) => [uniqueIndex('domains_host').on(table.host), index('domains_tenant').on(table.tenantId, table.service)],
);

/** What a deleted service was, for its restoring. */
export interface DeletedFacts {
  service: Omit<typeof tenantServices.$inferSelect, 'tenantId' | 'service'>;
  domains: { host: string; isPrimary: boolean; hasWhitelist: boolean }[];
}

/**
 * The services that were taken from tenants, kept for 30 days. A table of its own, so that the key of a living service stays what
 * it is, no reader has to leave them out, and their hosts are free for others. The saved configs stay where they are.
 */
export const deletedServices = pgTable(
  'deleted_services',
  {
    id: serial().primaryKey(),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    service: text().notNull(),
    facts: jsonb().$type<DeletedFacts>().notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }).notNull(),
    deletedBy: text('deleted_by').notNull(),
  },
  (table) => [index('deleted_services_tenant').on(table.tenantId, table.service)],
);
