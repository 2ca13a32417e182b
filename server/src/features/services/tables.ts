import { integer, pgTable } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenants } from '../../fleet/tables.ts';

/** When a tenant's servers last reported the versions of its services. */
export const versionReports = pgTable('version_reports', {
  tenantId: integer('tenant_id')
    .primaryKey()
    .references(() => tenants.id, { onDelete: 'cascade' }),
  created: time().notNull(),
});
