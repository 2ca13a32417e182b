import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import type { DatabaseTenant } from '@mission-control/contract/databases/calls';
import type { Db } from '../../platform/database/database.ts';
import { regions } from '../environments/public.ts';
import { tenantServices } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';
import { databaseHosts } from './tables.ts';

/** The database servers by name, each with the number of tenants' services that live on it. */
export async function listDatabaseHosts(db: Db, filter: { service?: string; regionId?: number }) {
  const living = db
    .select({ hostId: tenantServices.databaseHostId, services: count().as('services') })
    .from(tenantServices)
    .innerJoin(tenants, and(eq(tenants.id, tenantServices.tenantId), isNull(tenants.deletedAt)))
    .groupBy(tenantServices.databaseHostId)
    .as('living');
  return db
    .select({ host: databaseHosts, region: regions.name, services: living.services })
    .from(databaseHosts)
    .innerJoin(regions, eq(regions.id, databaseHosts.regionId))
    .leftJoin(living, eq(living.hostId, databaseHosts.id))
    .where(
      and(
        filter.service === undefined ? undefined : eq(databaseHosts.service, filter.service),
        filter.regionId === undefined ? undefined : eq(databaseHosts.regionId, filter.regionId),
      ),
    )
    .orderBy(asc(databaseHosts.name));
}

/** The name of a region; undefined when there is none of this id. */
export async function findRegionName(db: Db, id: number): Promise<string | undefined> {
  const [region] = await db.select({ name: regions.name }).from(regions).where(eq(regions.id, id));
  return region?.name;
}

/** A database server; undefined when there is none of this id. */
export async function findDatabaseHost(db: Db, id: number) {
  const [host] = await db.select().from(databaseHosts).where(eq(databaseHosts.id, id));
  return host;
}

/** The services that live on a server, of tenants that are not deleted, by name of the tenant. */
export async function listServicesOn(db: Db, hostId: number): Promise<DatabaseTenant[]> {
  return db
    .select({ tenant_id: tenants.id, tenant_name: tenants.name, service: tenantServices.service })
    .from(tenantServices)
    .innerJoin(tenants, and(eq(tenants.id, tenantServices.tenantId), isNull(tenants.deletedAt)))
    .where(eq(tenantServices.databaseHostId, hostId))
    .orderBy(asc(tenants.nameKey), asc(tenantServices.service));
}

/** Names of tenants, deleted ones as well as long as they are kept. */
export async function listTenantNames(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: tenants.id, name: tenants.name, deletedAt: tenants.deletedAt })
    .from(tenants)
    .where(inArray(tenants.id, [...ids]));
}
