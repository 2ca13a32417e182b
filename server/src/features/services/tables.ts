import { integer, pgTable } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenants } from '../../fleet/tables.ts';

/** When the servers of a tenant last reported the versions that its services run. */
export const versionReports = pgTable('version_reports', {
  tenantId: integer('tenant_id')
    .primaryKey()
    .references(() => tenants.id, { onDelete: 'cascade' }),
  created: time().notNull(),
});
