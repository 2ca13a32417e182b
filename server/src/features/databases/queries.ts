import { and, asc, count, eq, isNull } from 'drizzle-orm';
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
