import type { EnvironmentRow } from '@mission-control/contract/environments/calls';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { environments, regions } from './tables.ts';

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
    region: { _id: region.id, region_name: region.name, description: region.description },
    fqdn: environment.fqdn,
  }));
}
