import type { Service } from '@mission-control/contract/catalogue';
import { BRIDGES, NO_BRIDGE, NO_DATABASE } from '@mission-control/contract/services/rules';
import type { AddServiceBody } from '@mission-control/contract/services/schema';
import { findDatabaseHost, findRegionName } from '../../../fleet/queries-places.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ServiceTenant } from '../change-service.ts';
import { listHostsOfRegion } from '../queries-adding.ts';
import { hostIdOf } from './queries-places.ts';

type Host = NonNullable<Awaited<ReturnType<typeof findDatabaseHost>>>;

/** Database server and bridge of a service being added; null if it has none. */
export interface Choice {
  host: Host | null;
  bridge: string | null;
}

/** Validates the user's choice against the catalogue. @throws AppError('refused') with all faults [SVC-09] */
export async function readChoice(
  db: Db,
  tenant: ServiceTenant,
  service: Service,
  body: AddServiceBody,
): Promise<Choice> {
  const faults: string[] = [];
  const { host, fault } = await readHostChoice(db, tenant, service, body);
  if (fault !== null) faults.push(fault);
  if (service.hasBridge && body.bridge === null) faults.push(NO_BRIDGE);
  if (body.bridge !== null) {
    if (!service.hasBridge) faults.push(`${service.displayName} has no bridge.`);
    else if (!BRIDGES.some((bridge) => bridge === body.bridge)) faults.push('There is no such bridge.');
  }
  if (faults.length > 0) throw new AppError('refused', faults);
  return { host, bridge: body.bridge };
}

async function readHostChoice(
  db: Db,
  tenant: ServiceTenant,
  service: Service,
  { database, create_db: create }: AddServiceBody,
): Promise<{ host: Host | null; fault: string | null }> {
  const refused = (fault: string) => ({ host: null, fault });
  if (database === null) {
    if (service.hasDatabase) return refused(NO_DATABASE);
    return create ? anyHost(db, tenant, service) : { host: null, fault: null };
  }
  if (!service.hasDatabase) return refused(`${service.displayName} has no database to choose.`);
  const host = await findDatabaseHost(db, database);
  if (!host) return refused(`There is no database ${database}.`);
  if (host.service !== service.slug) return refused(`${host.name} is not a database of ${service.displayName}.`);
  if (host.regionId !== tenant.regionId) return refused(`${host.name} is in another region than the tenant.`);
  return { host, fault: null };
}

/** Strive needs a database but offers no choice: use a Strive server, else that of CoursePro, else the least used one (C-070). */
async function anyHost(
  db: Db,
  tenant: ServiceTenant,
  service: Service,
): Promise<{ host: Host | null; fault: string | null }> {
  const hosts = await listHostsOfRegion(db, tenant.regionId);
  const near = await hostIdOf(db, { tenantId: tenant.id, service: 'coursepro' });
  const host =
    hosts.find((candidate) => candidate.service === service.slug) ?? hosts.find(({ id }) => id === near) ?? hosts[0];
  if (host) return { host, fault: null };
  const region = (await findRegionName(db, tenant.regionId)) ?? `region ${tenant.regionId}`;
  return {
    host: null,
    fault: `There is no database server in ${region}. Add ${service.displayName} without a database.`,
  };
}
