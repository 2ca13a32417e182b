import { SERVICES, type Service } from '@mission-control/contract/catalogue';
import { compareNames, keptSince, purgeTime } from '@mission-control/contract/tenants/rules';
import type { TenantDetail, TenantService, DeletedTenant } from '@mission-control/contract/tenants/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { noTenant } from '../../fleet/queries-tenants.ts';
import { createTenantChoices } from '../../fleet/tenant-names.ts';
import type { CachedJson } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { createRowList } from '../../platform/events/row-list.ts';
import type { RowText } from '../../platform/events/row-pages.ts';
import { markAllRowsChanged } from '../../platform/events/topic-versions.ts';
import { reasonsOf } from '../attention/public.ts';
import { driftsByKind, statesOf } from '../config/public.ts';
import { logLevelSeen } from '../control/public.ts';
import { relationsSeenFrom } from '../relations/public.ts';
import type { DomainFacts, ServiceFacts } from '../services/public.ts';
import { listAccountRows } from './queries-create.ts';
import { listDeletedRows } from './queries-deleted.ts';
import { findTenantFacts } from './queries-detail.ts';
import { readTenantRows } from './queries-list.ts';

/** Deleted tenants that can still be restored, newest first. */
export async function listDeletedTenants(ctx: Ctx): Promise<{ tenants: DeletedTenant[] }> {
  const rows = await listDeletedRows(ctx.db, keptSince(ctx.clock.now()));
  return { tenants: rows.map(toDeleted) };
}

function toDeleted({ deletedAt, deletedBy, services, ...row }: Awaited<ReturnType<typeof listDeletedRows>>[number]) {
  const slugs = new Set(services.map((one) => one.service));
  return {
    ...row,
    services: SERVICES.map((service) => service.slug).filter((slug) => slugs.has(slug)),
    deleted_at: deletedAt.toISOString(),
    deleted_by: deletedBy,
    purge_at: purgeTime(deletedAt).toISOString(),
  };
}

const choices = createTenantChoices('tenants');

/** Id and name of all tenants, sorted by name, as cached JSON. */
export const selectTenants = (ctx: Ctx): Promise<CachedJson> => choices.read(ctx.db, ctx.topicVersions);

/** All accounts, sorted by name. */
export async function listAccounts(ctx: Ctx): Promise<{ accounts: { _id: number; trading_name: string }[] }> {
  return { accounts: await listAccountRows(ctx.db) };
}

const list = createRowList({
  topic: TOPIC.tenants,
  key: 'tenants',
  isFollowed: true,
  compareNames,
  load: async (db, ids) => {
    const texts: RowText[] = [];
    for await (const rows of readTenantRows(db, ids))
      for (const row of rows) texts.push({ id: row._id, name: row.tenant_name, json: JSON.stringify(row) });
    return texts;
  },
});

/** The tenant list as cached JSON, or its changes since a version (0011, 0105). */
export const listTenants = (ctx: Ctx, since?: string): Promise<CachedJson> =>
  since === undefined ? list.read(ctx.db, ctx.topicVersions) : list.readSince(ctx.db, since, ctx.topicVersions);

/** Invalidates the cached list, and whatever depends on the roster, after changes made outside the console. */
export async function refreshTenants(ctx: Ctx): Promise<void> {
  await list.forget(ctx.db);
  await markAllRowsChanged(ctx.db, TOPIC.roster);
}

/** Everything shown on the page of a tenant. @throws AppError('not_found') */
export async function getTenantDetail(ctx: Ctx, id: number): Promise<TenantDetail> {
  const facts = await findTenantFacts(ctx.db, id);
  if (!facts) throw noTenant(id);
  const { tenant, region } = facts;
  return {
    _id: tenant.id,
    tenant_name: tenant.name,
    region: { _id: region.id, region_name: region.name },
    account: { trading_name: facts.account },
    status: tenant.active,
    staging: tenant.staging,
    deployment_group: tenant.deploymentGroup,
    licence_expires: facts.attention.licence,
    relations: relationsSeenFrom(id, facts.relations),
    log_level: logLevelSeen(facts.temporaryLevel, tenant.logLevel, ctx.clock.now()),
    system: facts.system,
    ...servicesOf(facts),
    ...urlsOf(facts.domains),
    domains: domainsOf(facts.domains),
    ...statesOf(facts.configs, ctx.secrets),
    config_drift: driftsByKind(facts.drifts),
    attention: reasonsOf(facts.attention, ctx.clock.now()),
    version: tenant.version,
    updated_at: tenant.updatedAt.toISOString(),
    updated_by: tenant.updatedBy,
  };
}

type SubObjects = Pick<TenantDetail, (typeof SERVICES)[number]['detailKey']>;
type Urls = Pick<TenantDetail, (typeof SERVICES)[number]['urlKey']>;

type VersionFacts = Pick<NonNullable<Awaited<ReturnType<typeof findTenantFacts>>>, 'deployed' | 'versionsReportedAt'>;

function servicesOf({ services, ...versions }: VersionFacts & { services: ServiceFacts[] }): SubObjects {
  const bySlug = new Map(services.map((row) => [row.service, row]));
  const entries = SERVICES.map((service): [string, TenantService | null] => {
    const row = bySlug.get(service.slug);
    return [service.detailKey, row ? toService(service, row, versions) : null];
  });
  return Object.fromEntries(entries) as SubObjects;
}

function toService(service: Service, row: ServiceFacts, versions: VersionFacts): TenantService {
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
    ...(service.slug === 'coursepro' && {
      wanted_version: versions.deployed === row.version ? null : versions.deployed,
      version_reported_at: versions.versionsReportedAt && new Date(versions.versionsReportedAt).toISOString(),
    }),
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
