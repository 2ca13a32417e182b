import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { databaseHosts, environments, regions, accounts, tenants, tenantServices } from '../../fleet/tables.ts';
import type { Db } from '../../platform/database/database.ts';
import { idRanges, within } from '../../platform/database/id-ranges.ts';
import { configItems, licenceExpiry, licenceItem } from '../config/public.ts';
import { deployedFor, releaseTargets } from '../releases/public.ts';

type ServiceRow = Awaited<ReturnType<typeof selectListServices>>[number];
/** The fields of a service shown in a row. */
export type ListService = Omit<ServiceRow, 'tenantId' | 'service'>;

/** Tenants per statement: keeps each one below the statement timeout and lets other queries run in between. */
const CHUNK = 5_000;

/** Existing tenants as list rows, in parts, unordered. @param ids null: all */
export async function* readTenantRows(db: Db, ids: readonly number[] | null): AsyncGenerator<TenantRow[]> {
  if (ids !== null) {
    const service = inArray(tenantServices.tenantId, [...ids]);
    yield await readRows(db, { tenant: inArray(tenants.id, [...ids]), service });
    return;
  }
  for (const range of await idRanges(db, tenants.id, CHUNK))
    yield await readRows(db, { tenant: within(tenants.id, range), service: within(tenantServices.tenantId, range) });
}

/** Conditions on tenants and their services. */
interface Part {
  tenant: SQL | undefined;
  service: SQL | undefined;
}

async function readRows(db: Db, part: Part): Promise<TenantRow[]> {
  const [heads, services] = [await selectListHeads(db, part), await selectListServices(db, part)];
  const byTenant = new Map<number, Map<string, ServiceRow>>();
  for (const service of services) {
    let bySlug = byTenant.get(service.tenantId);
    if (!bySlug) byTenant.set(service.tenantId, (bySlug = new Map<string, ServiceRow>()));
    bySlug.set(service.service, service);
  }
  const none = new Map<string, ServiceRow>();
  return heads.map((head) => toRow(head, byTenant.get(head.id) ?? none));
}

function selectListHeads(db: Db, { tenant }: Part) {
  return db
    .select({
      id: tenants.id,
      name: tenants.name,
      account: accounts.tradingName,
      region: regions.name,
      active: tenants.active,
      deploymentGroup: tenants.deploymentGroup,
      licenceExpires: licenceExpiry,
      totalMembers: tenants.totalMembers,
      deployed: releaseTargets.version,
    })
    .from(tenants)
    .innerJoin(accounts, eq(accounts.id, tenants.accountId))
    .innerJoin(regions, eq(regions.id, tenants.regionId))
    .leftJoin(configItems, licenceItem)
    .leftJoin(releaseTargets, deployedFor(tenants.deploymentGroup))
    .where(and(notDeleted, tenant));
}

function selectListServices(db: Db, { service }: Part) {
  return db
    .select({
      tenantId: tenantServices.tenantId,
      service: tenantServices.service,
      cron: tenantServices.cron,
      version: tenantServices.version,
      dbVersion: tenantServices.dbVersion,
      bridge: tenantServices.bridge,
      hostLabel: databaseHosts.label,
      webName: environments.name,
      webId: tenantServices.webEnvironmentId,
      workerId: tenantServices.workerEnvironmentId,
      snsId: tenantServices.snsEnvironmentId,
    })
    .from(tenantServices)
    .leftJoin(databaseHosts, eq(databaseHosts.id, tenantServices.databaseHostId))
    .leftJoin(environments, eq(environments.id, tenantServices.webEnvironmentId))
    .where(service);
}

/** @param services by slug */
export function toRow(
  head: Awaited<ReturnType<typeof selectListHeads>>[number],
  services: ReadonlyMap<string, ListService>,
): TenantRow {
  const coursepro = services.get('coursepro');
  const insight = services.get('insight');
  const flags = Object.fromEntries(SERVICES.map((service) => [service.listFlag, services.has(service.slug)])) as Pick<
    TenantRow,
    (typeof SERVICES)[number]['listFlag']
  >;
  return {
    _id: head.id,
    tenant_name: head.name,
    account_name: head.account,
    region: head.region,
    tenant_status: head.active ? '1' : '0',
    deployment_group: head.deploymentGroup,
    coursepro_version: coursepro?.version ?? null,
    wanted_version: coursepro && head.deployed !== coursepro.version ? head.deployed : null,
    db_version: coursepro?.dbVersion ?? null,
    coursepro_db_host_label: coursepro?.hostLabel ?? null,
    insight_db_host_label: insight?.hostLabel ?? null,
    coursepro_bridge: coursepro?.bridge ?? null,
    licence_expires: head.licenceExpires,
    total_members: head.totalMembers,
    cpweb_name: coursepro?.webName ?? null,
    insight_web_name: insight?.webName ?? null,
    commsportal_web_name: services.get('commsportal')?.webName ?? null,
    environment_ids: environmentIds(services),
    ...flags,
    coursepro_cron: coursepro?.cron ?? false,
  };
}

/** Ascending: the database returns the services in any order, and equal rows must have the same text. */
function environmentIds(services: ReadonlyMap<string, ListService>): number[] {
  const ids = [...services.values()].flatMap(({ webId, workerId, snsId }) => [webId, workerId, snsId]);
  return [...new Set(ids.filter((id) => id !== null))].toSorted((a, b) => a - b);
}
