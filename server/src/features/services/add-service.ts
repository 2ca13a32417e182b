import { findService, type Service } from '@mission-control/contract/services/catalogue';
import { hostSlug, proposeHost } from '@mission-control/contract/services/rules';
import type { AddServiceBody } from '@mission-control/contract/services/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { databaseName } from '../../ports/tenant-databases/database-name.ts';
import { initConfigs } from '../config/public.ts';
import { giveDomains } from './change-service.ts';
import { readChoice, type Choice } from './choose-database.ts';
import { choosePlaces } from './choose-places.ts';
import { findWildcard, insertService, listHostsLike } from './queries-adding.ts';
import { hasService } from './queries-places.ts';
import { findTenantOf, lockTenantOf, raiseVersion } from './queries-tenant.ts';

type Tenant = NonNullable<Awaited<ReturnType<typeof lockTenantOf>>>;

/**
 * Adds a service to a tenant: its row, the proposed domain, environments of the tenant's region and the default config, all of
 * them or none. Answers what the person still has to see to; undefined when that is nothing.
 *
 * With `create_db` the database is made before the transaction. The other way round (a job after it) would leave a service without
 * a database whenever the server fails; this way a failure adds nothing and says so at once, and all that can be left behind is an
 * empty database, which the next attempt takes because making it again changes nothing.
 * @throws AppError('not_found'), AppError('conflict') when the tenant has the service, AppError('refused') for a wrong choice,
 * AppError('target_failed') when the database cannot be made.
 */
export async function addService(
  ctx: Ctx,
  tenantId: number,
  slug: string,
  body: AddServiceBody,
): Promise<string | undefined> {
  const service = findService(slug);
  if (!service) throw new AppError('not_found', 'There is no service of this name.');
  if (body.create_db) await createDatabase(ctx, tenantId, service, body);
  return inTransaction(ctx, async (work) => {
    const { db, record } = work;
    const tenant = await lockTenantOf(db, tenantId);
    const choice = await requireAddable(db, tenantId, tenant, service, body);
    const places = await choosePlaces(db, choice.tenant, service);
    const [suffix = ''] = service.urlSuffixes;
    const name = hostSlug(choice.tenant.name);
    const taken = await listHostsLike(db, name, suffix);
    const domain = { host: proposeHost(name, suffix, (host) => taken.has(host)), isPrimary: true, hasWhitelist: false };
    const certificateId = service.hasCertificate ? ((await findWildcard(db, suffix)) ?? null) : null;
    const row = { ...places, certificateId, databaseHostId: choice.host?.id ?? null, bridge: choice.bridge };
    await giveDomains(() => insertService(db, { tenantId, service: slug }, row, domain));
    await raiseVersion(db, tenantId, { at: ctx.clock.now(), name: ctx.actor.name });
    record({
      action: 'service.added',
      subject: `${choice.tenant.name} ${service.displayName}`,
      tenantId,
      after: {
        ...row,
        domain: domain.host,
        database_host: choice.host?.name ?? null,
        database: body.create_db ? databaseName(tenantId, slug) : null,
      },
      topics: ['tenants', `tenant:${tenantId}`, 'databases'],
    });
    await initConfigs(ctx, work, choice.tenant, slug);
    if (places.webEnvironmentId !== null) return undefined;
    return `The region has no web environment for ${service.displayName}. Choose one on the page of the service.`;
  });
}

/** What an addition rests on. @throws AppError when it cannot be */
async function requireAddable(
  db: Db,
  tenantId: number,
  tenant: Tenant | undefined,
  service: Service,
  body: AddServiceBody,
): Promise<Choice & { tenant: Tenant }> {
  if (!tenant) throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
  if (await hasService(db, { tenantId, service: service.slug }))
    throw new AppError('conflict', `${tenant.name} has the ${service.displayName} service already.`);
  return { tenant, ...(await readChoice(db, tenant, service, body)) };
}

async function createDatabase(ctx: Ctx, tenantId: number, service: Service, body: AddServiceBody): Promise<void> {
  const tenant = await findTenantOf(ctx.db, tenantId);
  const { host } = await requireAddable(ctx.db, tenantId, tenant, service, body);
  if (!host) throw new AppError('refused', `${service.displayName} has no database.`);
  await ctx.ports.tenantDatabases.create(
    { name: host.name, endpoint: host.endpoint },
    databaseName(tenantId, service.slug),
  );
}
