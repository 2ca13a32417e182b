import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { tenants } from '../tenants/public.ts';

const tenantId = () =>
  integer('tenant_id')
    .notNull()
    .references(() => tenants.id, { onDelete: 'cascade' });

/** What a tenant's system last reported about itself. */
export const systemValues = pgTable(
  'system_values',
  {
    tenantId: tenantId(),
    key: text().notNull(),
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.key] })],
);

/** When it did so. */
export const systemReports = pgTable('system_reports', {
  tenantId: tenantId().primaryKey(),
  created: timestamp({ withTimezone: true }).notNull(),
});
