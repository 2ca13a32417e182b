import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { regions } from '../environments/public.ts';

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
