import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { tenants } from '../tenants/public.ts';

/** What a tenant's system last reported about itself. */
export const systemValues = pgTable(
  'system_values',
  {
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.key] })],
);
