import { and, eq, sql } from 'drizzle-orm';
import { configItems } from '../config/public.ts';
import { tenants } from './tables.ts';

export const licenceExpiry = sql<string | null>`coalesce(${configItems.value}, ${tenants.licenceExpires})`;
/** The saved Licence config tells the expiry, the tenant's own column is the fallback (C-078). */
export const licenceItem = and(
  eq(configItems.tenantId, tenants.id),
  eq(configItems.kind, 'licence'),
  eq(configItems.key, 'expires'),
  sql`${configItems.value} <> ''`,
);
