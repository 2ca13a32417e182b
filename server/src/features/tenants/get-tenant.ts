import { SERVICES, type Service } from '@mission-control/contract/services/catalogue';
import type { TenantDetail, TenantService } from '@mission-control/contract/tenants/schema';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { driftsByKind, statesOf } from '../config/public.ts';
import { logLevelSeen } from '../log-level/public.ts';
import { relationsSeenFrom } from '../relations/public.ts';
import type { DomainFacts, ServiceFacts } from '../services/public.ts';
import { findTenantFacts } from './queries-detail.ts';

/** One tenant with everything its page shows. @throws AppError('not_found') */
export async function getTenantDetail(ctx: Ctx, id: number): Promise<TenantDetail> {
  const facts = await findTenantFacts(ctx.db, id);
  if (!facts) throw new AppError('not_found', `There is no tenant ${id}. It may have been deleted.`);
  const { tenant, region } = facts;
  return {
    _id: tenant.id,
    tenant_name: tenant.name,
    region: { _id: region.id, region_name: region.name },
    account: { trading_name: facts.account },
    status: tenant.active,
    staging: tenant.staging,
    deployment_group: tenant.deploymentGroup,
    licence_expires: facts.licenceExpires,
    relations: relationsSeenFrom(id, facts.relations),
    log_level: logLevelSeen(facts.temporaryLevel, tenant.logLevel, ctx.clock.now()),
    system: facts.system,
    ...servicesOf(facts.services),
    ...urlsOf(facts.domains),
    domains: domainsOf(facts.domains),
    ...statesOf(facts.configs, ctx.secrets),
    config_drift: driftsByKind(facts.drifts),
    version: tenant.version,
    updated_at: tenant.updatedAt.toISOString(),
    updated_by: tenant.updatedBy,
  };
}

type SubObjects = Pick<TenantDetail, (typeof SERVICES)[number]['detailKey']>;
type Urls = Pick<TenantDetail, (typeof SERVICES)[number]['urlKey']>;

function servicesOf(rows: ServiceFacts[]): SubObjects {
  const bySlug = new Map(rows.map((row) => [row.service, row]));
  const entries = SERVICES.map((service): [string, TenantService | null] => {
    const row = bySlug.get(service.slug);
    return [service.detailKey, row ? toService(service, row) : null];
  });
  return Object.fromEntries(entries) as SubObjects;
}

function toService(service: Service, row: ServiceFacts): TenantService {
  return {
    cron: row.cron,
    maintenance: row.maintenance,
    web_environment_id: row.webEnvironmentId,
    worker_environment_id: row.workerEnvironmentId,
    sns_environment_id: row.snsEnvironmentId,
    certificate: row.certificateId,
    version: row.version,
    db_version: row.dbVersion,
    ...(service.hasDatabase && { db_host_label: row.hostLabel }),
    ...(service.hasBridge && { bridge: row.bridge }),
  };
}

function urlsOf(rows: DomainFacts[]): Urls {
  const entries = SERVICES.map((service) => {
    const primary = rows.find((row) => row.service === service.slug && row.isPrimary);
    return [service.urlKey, primary ? `https://${primary.host}` : null];
  });
  return Object.fromEntries(entries) as Urls;
}

function domainsOf(rows: DomainFacts[]): TenantDetail['domains'] {
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
