import { customType, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
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

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The load of a server minute by minute, a row for each hour: 500 servers' day is read as 12,000 rows instead of 720,000. */
export const databaseSamples = pgTable(
  'database_samples',
  {
    hostId: integer('host_id')
      .notNull()
      .references(() => databaseHosts.id, { onDelete: 'cascade' }),
    /** Hours since 1970 (UTC). */
    hour: integer().notNull(),
    /** 60 signed numbers of two bytes, one a minute; -1 where nothing was measured. */
    loads: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.hour] })],
);
