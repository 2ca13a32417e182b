import type { CertificateRow, EnvironmentRow, RegionRow } from '@mission-control/contract/environments/calls';
import { servedServices } from '@mission-control/contract/services/rules';
import { asc, count, eq, sql } from 'drizzle-orm';
import { rows, type Db } from '../../platform/database/database.ts';
import { tenantServices } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';
import { certificates, environments, regions, servers } from './tables.ts';

/** All environments by name. */
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

/** All regions by name. */
export async function listRegionRows(db: Db): Promise<RegionRow[]> {
  return (await db.select().from(regions).orderBy(asc(regions.name))).map(toRegion);
}

/** All certificates by name. */
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

/** Servers by environment; one without servers is missing. */
export async function countServers(db: Db): Promise<ReadonlyMap<number, number>> {
  const found = await db
    .select({ id: servers.environmentId, number: count() })
    .from(servers)
    .groupBy(servers.environmentId);
  return new Map(found.map(({ id, number }) => [id, number]));
}

/** Tenants by environment, each once however many of its services run there; one without tenants is missing. */
export async function countTenants(db: Db): Promise<ReadonlyMap<number, number>> {
  const found = await rows<{ id: number; number: number }>(
    db,
    sql`
      select used.id, count(*)::int as number
      from (
        select ${tenantServices.webEnvironmentId} as id, ${tenantServices.tenantId} as tenant_id from ${tenantServices}
        union
        select ${tenantServices.workerEnvironmentId}, ${tenantServices.tenantId} from ${tenantServices}
        union
        select ${tenantServices.snsEnvironmentId}, ${tenantServices.tenantId} from ${tenantServices}
      ) as used
      join ${tenants} on ${tenants.id} = used.tenant_id and ${tenants.deletedAt} is null
      where used.id is not null
      group by used.id`,
  );
  return new Map(found.map(({ id, number }) => [id, number]));
}
