import { boolean, index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
