import { pgTable } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenantId } from '../../fleet/tables.ts';

/** When a tenant's servers last reported the versions of its services. */
export const versionReports = pgTable('version_reports', {
  tenantId: tenantId().primaryKey(),
  created: time().notNull(),
});
