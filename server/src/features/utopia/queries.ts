import { and, asc, between, eq, inArray, type Column, type SQL } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { environments, regions, tenants, tenantServices } from '../../fleet/tables.ts';
import type { Db } from '../../platform/database/database.ts';
import { configItems } from '../config/public.ts';

/** Settings by name, or environments by service. */
export type Facts = ReadonlyMap<string, string>;

/** Which tenants: certain ones, or a range of ids; null: all. */
type Ids = readonly number[] | { first: number; last: number } | null;

function among(column: Column, ids: Ids): SQL | undefined {
  if (ids === null) return undefined;
  return 'first' in ids ? between(column, ids.first, ids.last) : inArray(column, [...ids]);
}

/** Existing tenants by id. */
export function listHeads(db: Db, ids: Ids) {
  return db
    .select({
      id: tenants.id,
      name: tenants.name,
      nameKey: tenants.nameKey,
      region: regions.name,
      active: tenants.active,
      members: tenants.totalMembers,
      centres: tenants.totalCentres,
      createdAt: tenants.createdAt,
      createdBy: tenants.createdBy,
    })
    .from(tenants)
    .innerJoin(regions, eq(regions.id, tenants.regionId))
    .where(and(notDeleted, among(tenants.id, ids)))
    .orderBy(asc(tenants.id));
}

/** Services with their web environments. */
export function listServices(db: Db, ids: Ids) {
  return db
    .select({
      tenantId: tenantServices.tenantId,
      service: tenantServices.service,
      bridge: tenantServices.bridge,
      environment: environments.name,
    })
    .from(tenantServices)
    .leftJoin(environments, eq(environments.id, tenantServices.webEnvironmentId))
    .where(among(tenantServices.tenantId, ids));
}

/** Enabled, non-secret CoursePro settings of these names, by tenant. */
export async function listSettings(db: Db, names: readonly string[], ids: Ids): Promise<Map<number, Facts>> {
  const found = await db
    .select({ tenantId: configItems.tenantId, key: configItems.key, value: configItems.value })
    .from(configItems)
    .where(
      and(
        among(configItems.tenantId, ids),
        eq(configItems.kind, 'coursepro'),
        inArray(configItems.key, [...names]),
        eq(configItems.state, 1),
        eq(configItems.secret, false),
      ),
    );
  const byTenant = Map.groupBy(found, ({ tenantId }) => tenantId);
  return new Map([...byTenant].map(([id, items]) => [id, new Map(items.map(({ key, value }) => [key, value]))]));
}
