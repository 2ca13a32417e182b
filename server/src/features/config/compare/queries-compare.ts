import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { and, eq, inArray } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import type { Db } from '../../../platform/database/database.ts';
import { configItems, configs } from '../tables.ts';

/** These tenants, unless deleted, each with those of the given services that it has. */
export async function listOwners(db: Db, tenantIds: number[], services: string[]) {
  const found = await db
    .select({ id: tenants.id, name: tenants.name, service: tenantServices.service })
    .from(tenants)
    .innerJoin(tenantServices, and(eq(tenantServices.tenantId, tenants.id), inArray(tenantServices.service, services)))
    .where(and(inArray(tenants.id, tenantIds), notDeleted));
  return found;
}

/** Saved revisions and items of these configs; secrets are ciphertext. */
export async function listSaved(db: Db, tenantIds: number[], kinds: ConfigKindSlug[]) {
  const revisions = await db
    .select({ tenantId: configs.tenantId, kind: configs.kind, revision: configs.revision })
    .from(configs)
    .where(and(inArray(configs.tenantId, tenantIds), inArray(configs.kind, kinds)));
  const { tenantId, kind, key, value, type, state, secret, valueTemplate } = configItems;
  const items = await db
    .select({ tenantId, kind, key, value, type, state, secret, valueTemplate })
    .from(configItems)
    .where(and(inArray(configItems.tenantId, tenantIds), inArray(configItems.kind, kinds)));
  return { revisions, items };
}
