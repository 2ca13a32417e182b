import type { ServiceSlug } from '@mission-control/contract/services/catalogue';
import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';

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
  /** The services that it serves of those that know its type (C-135); null = all of them. */
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
