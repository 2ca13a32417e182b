import type { DatabaseTenant } from '@mission-control/contract/databases/calls';
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { databaseHosts, regions, tenants, tenantServices } from '../../fleet/tables.ts';
import type { Db } from '../../platform/database/database.ts';

/** The database servers sorted by name, each with the number of services of existing tenants on it. */
export async function listDatabaseHosts(db: Db, filter: { service: string | undefined; regionId: number | undefined }) {
  const used = db
    .select({ hostId: tenantServices.databaseHostId, services: count().as('services') })
    .from(tenantServices)
    .innerJoin(tenants, and(eq(tenants.id, tenantServices.tenantId), notDeleted))
    .groupBy(tenantServices.databaseHostId)
    .as('used');
  return db
    .select({ host: databaseHosts, region: regions.name, services: used.services })
    .from(databaseHosts)
    .innerJoin(regions, eq(regions.id, databaseHosts.regionId))
    .leftJoin(used, eq(used.hostId, databaseHosts.id))
    .where(
      and(
        filter.service === undefined ? undefined : eq(databaseHosts.service, filter.service),
        filter.regionId === undefined ? undefined : eq(databaseHosts.regionId, filter.regionId),
      ),
    )
    .orderBy(asc(databaseHosts.name));
}

/** Services of existing tenants on a server, sorted by tenant name. */
export async function listServicesOn(db: Db, hostId: number): Promise<DatabaseTenant[]> {
  return db
    .select({ tenant_id: tenants.id, tenant_name: tenants.name, service: tenantServices.service })
    .from(tenantServices)
    .innerJoin(tenants, and(eq(tenants.id, tenantServices.tenantId), notDeleted))
    .where(eq(tenantServices.databaseHostId, hostId))
    .orderBy(asc(tenants.nameKey), asc(tenantServices.service));
}

/** Names of tenants, including deleted ones. */
export async function listTenantNames(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: tenants.id, name: tenants.name, deletedAt: tenants.deletedAt })
    .from(tenants)
    .where(inArray(tenants.id, [...ids]));
}
