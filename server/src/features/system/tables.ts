import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenantId } from '../../fleet/tables.ts';

/** Values last reported by a tenant's system. */
export const systemValues = pgTable(
  'system_values',
  {
    tenantId: tenantId(),
    key: text().notNull(),
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.key] })],
);

/** Time of each tenant's last system report. */
export const systemReports = pgTable('system_reports', {
  tenantId: tenantId().primaryKey(),
  created: time().notNull(),
});
