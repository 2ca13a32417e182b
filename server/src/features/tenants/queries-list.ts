import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { asc, eq, and, sql } from 'drizzle-orm';
import { isLiving } from '../../fleet/queries-tenants.ts';
import { databaseHosts, environments, regions, accounts, tenants, tenantServices } from '../../fleet/tables.ts';
import type { Db } from '../../platform/database/database.ts';
import { configItems } from '../config/public.ts';
import { deployedFor, releaseTargets } from '../releases/public.ts';

export const licenceExpiry = sql<string | null>`coalesce(${configItems.value}, ${tenants.licenceExpires})`;
/** The expiry comes from the saved Licence config, falling back to the tenant's column (C-078). */
export const licenceItem = and(
  eq(configItems.tenantId, tenants.id),
  eq(configItems.kind, 'licence'),
  eq(configItems.key, 'expires'),
  sql`${configItems.value} <> ''`,
);

type ServiceRow = Awaited<ReturnType<typeof selectListServices>>[number];

/** Display order of names: numeric, ignoring case and accents. */
const byName = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

/** All living tenants as list rows, in display order. */
export async function listTenantRows(db: Db): Promise<TenantRow[]> {
  const [heads, services] = [await selectListHeads(db), await selectListServices(db)];
  const byTenant = new Map<number, Map<string, ServiceRow>>();
  for (const service of services) {
    let own = byTenant.get(service.tenantId);
    if (!own) byTenant.set(service.tenantId, (own = new Map<string, ServiceRow>()));
    own.set(service.service, service);
  }
  const none = new Map<string, ServiceRow>();
  return heads
    .map((head) => toRow(head, byTenant.get(head.id) ?? none))
    .sort((a, b) => byName.compare(a.tenant_name, b.tenant_name));
}

function selectListHeads(db: Db) {
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
    .where(isLiving)
    .orderBy(asc(tenants.nameKey), asc(tenants.id));
}

function selectListServices(db: Db) {
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
    .leftJoin(environments, eq(environments.id, tenantServices.webEnvironmentId));
}

function toRow(
  head: Awaited<ReturnType<typeof selectListHeads>>[number],
  services: Map<string, ServiceRow>,
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
    environment_ids: [...environmentIds(services)],
    ...flags,
    coursepro_cron: coursepro?.cron ?? false,
  };
}

function environmentIds(services: Map<string, ServiceRow>): Set<number> {
  const ids = [...services.values()].flatMap(({ webId, workerId, snsId }) => [webId, workerId, snsId]);
  return new Set(ids.filter((id) => id !== null));
}
