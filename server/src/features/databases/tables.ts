import { customType, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { databaseHosts } from '../../fleet/tables.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Load of a server per minute, one row per hour: a day of 500 servers is 12,000 rows instead of 720,000. */
export const databaseSamples = pgTable(
  'database_samples',
  {
    hostId: integer('host_id')
      .notNull()
      .references(() => databaseHosts.id, { onDelete: 'cascade' }),
    /** Hours since 1970 (UTC). */
    hour: integer().notNull(),
    /** 60 big-endian int16, one per minute; -1 for a missing sample. */
    loads: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.hour] })],
);
