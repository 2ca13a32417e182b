import type { CertificateRow, EnvironmentRow, PlaceRow, RegionRow } from '@mission-control/contract/environments/calls';
import { servedServices } from '@mission-control/contract/services/rules';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { tenants, certificates, environments, regions, servers, tenantServices } from '../../fleet/tables.ts';
import { rows, type Db } from '../../platform/database/database.ts';

/** All environments, sorted by name. */
export async function listEnvironmentRows(db: Db): Promise<EnvironmentRow[]> {
  const found = await db
    .select({ environment: environments, region: regions })
    .from(environments)
    .innerJoin(regions, eq(regions.id, environments.regionId))
    .orderBy(asc(environments.name));
  return found.map(({ environment, region }) => ({
    _id: environment.id,
    environment_name: environment.name,
    environment_id: environment.instanceId,
    group_name: environment.groupName,
    type: environment.type,
    services: servedServices(environment.type, environment.services),
    region: toRegion(region),
    fqdn: environment.fqdn,
  }));
}

/** All regions, sorted by name. */
export async function listRegionRows(db: Db): Promise<RegionRow[]> {
  return (await db.select().from(regions).orderBy(asc(regions.name))).map(toRegion);
}

/** All certificates, sorted by name. */
export async function listCertificateRows(db: Db): Promise<CertificateRow[]> {
  return db
    .select({ _id: certificates.id, certificate_name: certificates.name, domain: certificates.domain })
    .from(certificates)
    .orderBy(asc(certificates.name), asc(certificates.id));
}

const toRegion = (region: typeof regions.$inferSelect): RegionRow => ({
  _id: region.id,
  region_name: region.name,
  description: region.description,
});

/** Number of servers by environment id; environments without servers are missing. */
export async function countServers(db: Db): Promise<ReadonlyMap<number, number>> {
  const found = await db
    .select({ id: servers.environmentId, number: count() })
    .from(servers)
    .groupBy(servers.environmentId);
  return new Map(found.map(({ id, number }) => [id, number]));
}

/** Environments used by existing tenants, one row per tenant. @param ids null: all */
export function listEnvironmentsOfTenants(
  db: Db,
  ids: readonly number[] | null,
): Promise<{ tenantId: number; environmentIds: number[] }[]> {
  const { tenantId, webEnvironmentId: web, workerEnvironmentId: worker, snsEnvironmentId: sns } = tenantServices;
  return db
    .select({
      tenantId,
      environmentIds: sql<number[]>`array_remove(array_agg(${web}) || array_agg(${worker}) || array_agg(${sns}), null)`,
    })
    .from(tenantServices)
    .innerJoin(tenants, and(eq(tenants.id, tenantId), notDeleted))
    .where(ids === null ? undefined : inArray(tenantId, [...ids]))
    .groupBy(tenantId);
}

/** Services of existing tenants on an environment, one row per role, sorted by tenant name. */
export function listPlaces(db: Db, environmentId: number): Promise<Omit<PlaceRow, 'missing' | 'changed'>[]> {
  return rows(
    db,
    sql`select ${tenants.id} as tenant_id, ${tenants.name} as tenant_name, ${tenants.active} as active,
          ${tenants.deploymentGroup} as deployment_group, ${tenants.totalMembers} as members,
          ${tenantServices.service} as service, roles.role, ${tenantServices.version} as version
        from ${tenantServices}
        join ${tenants} on ${tenants.id} = ${tenantServices.tenantId} and ${notDeleted}
        cross join lateral (values ('web', ${tenantServices.webEnvironmentId}), ('worker', ${tenantServices.workerEnvironmentId}),
          ('sns', ${tenantServices.snsEnvironmentId})) as roles(role, environment_id)
        where roles.environment_id = ${environmentId}
        order by tenant_name, tenant_id, service, role desc`,
  );
}
