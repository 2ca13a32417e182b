import { SERVICES, type Service } from '@mission-control/contract/services/catalogue';
import type { TenantDetail, TenantService } from '@mission-control/contract/tenants/schema';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { listConfigStates } from '../config/public.ts';
import { getLogLevel } from '../log-level/public.ts';
import { listRelationsOf } from '../relations/public.ts';
import { listDomainsOf, listServicesOf } from '../services/public.ts';
import { readSystemValues } from '../system/public.ts';
import { findTenantHead } from './queries.ts';

/** One tenant with everything its page shows. @throws AppError('not_found') */
export async function getTenantDetail(ctx: Ctx, id: number): Promise<TenantDetail> {
  const head = await findTenantHead(ctx.db, id);
  if (!head) throw new AppError('not_found', `There is no tenant ${id}. It may have been deleted.`);
  const services = await listServicesOf(ctx.db, id);
  const domains = await listDomainsOf(ctx.db, id);
  const hashes = (await listConfigStates(ctx.db, [id])).get(id);
  const { tenant } = head;
  return {
    _id: tenant.id,
    tenant_name: tenant.name,
    region: { _id: head.region.id, region_name: head.region.name },
    account: { trading_name: head.account },
    status: tenant.active,
    staging: tenant.staging,
    deployment_group: tenant.deploymentGroup,
    licence_expires: head.licenceExpires,
    relations: await listRelationsOf(ctx.db, id),
    log_level: await getLogLevel(ctx, id, tenant.logLevel),
    system: await readSystemValues(ctx.db, id),
    ...servicesOf(services),
    ...urlsOf(domains),
    domains: domainsOf(domains),
    config_hashes: hashes?.config_hashes ?? NO_HASHES,
    current_hashes: hashes?.current_hashes ?? NO_HASHES,
    service_hashes: hashes?.service_hashes ?? {},
    version: tenant.version,
    updated_at: tenant.updatedAt.toISOString(),
    updated_by: tenant.updatedBy,
  };
}

const NO_HASHES = { 1: null, 2: null, 3: null, 4: null, 5: null };

type ServiceRows = Awaited<ReturnType<typeof listServicesOf>>;
type DomainRows = Awaited<ReturnType<typeof listDomainsOf>>;
type SubObjects = Pick<TenantDetail, (typeof SERVICES)[number]['detailKey']>;
type Urls = Pick<TenantDetail, (typeof SERVICES)[number]['urlKey']>;

function servicesOf(rows: ServiceRows): SubObjects {
  const bySlug = new Map(rows.map((row) => [row.service.service, row]));
  const entries = SERVICES.map((service): [string, TenantService | null] => {
    const row = bySlug.get(service.slug);
    return [service.detailKey, row ? toService(service, row) : null];
  });
  return Object.fromEntries(entries) as SubObjects;
}

function toService(service: Service, { service: row, hostLabel }: ServiceRows[number]): TenantService {
  return {
    cron: row.cron,
    maintenance: row.maintenance,
    web_environment_id: row.webEnvironmentId,
    worker_environment_id: row.workerEnvironmentId,
    sns_environment_id: row.snsEnvironmentId,
    certificate: row.certificateId,
    version: row.version,
    db_version: row.dbVersion,
    ...(service.hasDatabase && { db_host_label: hostLabel }),
    ...(service.hasBridge && { bridge: row.bridge }),
  };
}

function urlsOf(rows: DomainRows): Urls {
  const entries = SERVICES.map((service) => {
    const primary = rows.find((row) => row.service === service.slug && row.isPrimary);
    return [service.urlKey, primary ? `https://${primary.host}` : null];
  });
  return Object.fromEntries(entries) as Urls;
}

function domainsOf(rows: DomainRows): TenantDetail['domains'] {
  const byService: TenantDetail['domains'] = {};
  for (const row of rows) {
    (byService[row.service] ??= []).push({
      host: row.host,
      is_primary: row.isPrimary,
      has_whitelist: row.hasWhitelist,
    });
  }
  return byService;
}
