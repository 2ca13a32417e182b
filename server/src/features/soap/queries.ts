import { and, desc, eq, inArray } from 'drizzle-orm';
import { existingTenant } from '../../fleet/queries-tenants.ts';
import { tenants, domains, tenantServices } from '../../fleet/tables.ts';
import type { Db } from '../../platform/database/database.ts';
import { configItems } from '../config/public.ts';

/** An existing tenant with its service and primary host, each null if missing. */
export async function findSite(db: Db, tenantId: number, service: string) {
  const [site] = await db
    .select({ name: tenants.name, service: tenantServices.service, host: domains.host })
    .from(tenants)
    .leftJoin(tenantServices, and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, service)))
    .leftJoin(domains, and(eq(domains.tenantId, tenants.id), eq(domains.service, service), eq(domains.isPrimary, true)))
    .where(existingTenant(tenantId))
    .orderBy(desc(domains.id))
    .limit(1);
  return site;
}

/** The enabled settings of these names; secrets are ciphertext. */
export function listSettings(db: Db, place: { tenantId: number; kind: 'coursepro' }, names: readonly string[]) {
  const { tenantId, kind } = place;
  return db
    .select()
    .from(configItems)
    .where(
      and(
        eq(configItems.tenantId, tenantId),
        eq(configItems.kind, kind),
        eq(configItems.state, 1),
        inArray(configItems.key, [...names]),
      ),
    );
}
