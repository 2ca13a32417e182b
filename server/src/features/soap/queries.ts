import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { configItems } from '../config/public.ts';
import { domains, tenantServices } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';

/** A tenant that is not deleted, and the primary host of its service: null without the service or the host. */
export async function findSite(db: Db, tenantId: number, service: string) {
  const [site] = await db
    .select({ name: tenants.name, service: tenantServices.service, host: domains.host })
    .from(tenants)
    .leftJoin(tenantServices, and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, service)))
    .leftJoin(domains, and(eq(domains.tenantId, tenants.id), eq(domains.service, service), eq(domains.isPrimary, true)))
    .where(and(eq(tenants.id, tenantId), isNull(tenants.deletedAt)))
    .orderBy(desc(domains.id))
    .limit(1);
  return site;
}

/** The saved settings of these names that are in use; secrets are ciphertext. */
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
