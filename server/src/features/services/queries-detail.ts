import { sql, type Column } from 'drizzle-orm';
import { databaseHosts, domains, tenantServices } from '../../fleet/tables.ts';
import { jsonList, jsonObject } from '../../platform/database/database.ts';

/** A service of a tenant, with the label of its database host. */
export interface ServiceFacts {
  service: string;
  cron: boolean;
  maintenance: boolean;
  webEnvironmentId: number | null;
  workerEnvironmentId: number | null;
  snsEnvironmentId: number | null;
  certificateId: number | null;
  bridge: string | null;
  version: string | null;
  dbVersion: string | null;
  hostLabel: string | null;
}

/** The services of the tenant, as a column of a query over tenants. */
export function servicesOfTenant(tenantId: Column) {
  const row = jsonObject<ServiceFacts>({
    service: tenantServices.service,
    cron: tenantServices.cron,
    maintenance: tenantServices.maintenance,
    webEnvironmentId: tenantServices.webEnvironmentId,
    workerEnvironmentId: tenantServices.workerEnvironmentId,
    snsEnvironmentId: tenantServices.snsEnvironmentId,
    certificateId: tenantServices.certificateId,
    bridge: tenantServices.bridge,
    version: tenantServices.version,
    dbVersion: tenantServices.dbVersion,
    hostLabel: databaseHosts.label,
  });
  return jsonList(
    row,
    sql`${tenantServices} left join ${databaseHosts} on ${databaseHosts.id} = ${tenantServices.databaseHostId}
        where ${tenantServices.tenantId} = ${tenantId}`,
  );
}

export interface DomainFacts {
  service: string;
  host: string;
  isPrimary: boolean;
  hasWhitelist: boolean;
}

/** The domains of the tenant, primary ones first, as a column of a query over tenants. */
export function domainsOfTenant(tenantId: Column) {
  const row = jsonObject<DomainFacts>({
    service: domains.service,
    host: domains.host,
    isPrimary: domains.isPrimary,
    hasWhitelist: domains.hasWhitelist,
  });
  return jsonList(
    row,
    sql`${domains} where ${domains.tenantId} = ${tenantId}`,
    sql`${domains.isPrimary} desc, ${domains.host}`,
  );
}
