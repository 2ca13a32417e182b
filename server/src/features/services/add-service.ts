import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/services/calls';
import { findService, type Service } from '@mission-control/contract/catalogue';
import { envKind, type EnvKind } from '@mission-control/contract/environments/rules';
import { hostSlug, proposeHost } from '@mission-control/contract/services/rules';
import type { AddServiceBody } from '@mission-control/contract/services/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { changeTenants, lockTenant, requireTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { databaseName } from '../../ports/tenant-databases/port.ts';
import { initConfigs } from '../config/public.ts';
import { sendControlFile } from '../control/public.ts';
import { assignDomains, type ServiceTenant } from './change-service.ts';
import { readChoice, type Choice } from './places/choose-database.ts';
import { hasService } from './places/queries-places.ts';
import {
  findWildcard,
  insertService,
  listHostsLike,
  listCandidates,
  listEnvironmentNames,
  type Candidate,
} from './queries-adding.ts';

/** Initial environments of a service; null if the region has no such environment. */
interface ChosenPlaces {
  webEnvironmentId: number | null;
  workerEnvironmentId: number | null;
  snsEnvironmentId: number | null;
}

/**
 * Picks environments of the required types in the tenant's region. Prefers the kind that its other services use (production for a
 * tenant without services, staging for a training site), then the environment with the fewest services.
 */
async function choosePlaces(
  db: Db,
  tenant: ServiceTenant & { staging: boolean },
  service: Service,
): Promise<ChosenPlaces> {
  const { web, worker, sns } = service.environmentTypes;
  const types = [web, worker, sns].filter((type) => type !== null);
  const candidates = await listCandidates(db, tenant.regionId, types);
  const all = candidates.filter(({ serves }) => serves.includes(service.slug));
  const kind = usualKind(await listEnvironmentNames(db, tenant.id)) ?? (tenant.staging ? 'staging' : 'prod');
  const pick = (type: number | null) =>
    best(
      all.filter((one) => one.type === type),
      kind,
    )?.id ?? null;
  return { webEnvironmentId: pick(web), workerEnvironmentId: pick(worker), snsEnvironmentId: pick(sns) };
}

function usualKind(names: readonly string[]): EnvKind | undefined {
  const groups = Map.groupBy(
    names.map(envKind).filter((kind) => kind !== 'unknown'),
    (kind) => kind,
  );
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

function best(candidates: readonly Candidate[], wanted: EnvKind): Candidate | undefined {
  const rank = ({ name }: Candidate): number => {
    const kind = envKind(name);
    if (kind === wanted) return 0;
    return kind === 'unknown' ? 1 : 2;
  };
  return candidates.toSorted((a, b) => rank(a) - rank(b) || a.services - b.services)[0];
}

type Tenant = Awaited<ReturnType<typeof requireTenant>>;

interface Input {
  params: CallInput<typeof calls.addServiceOrSaveConfig>['params'];
  body: AddServiceBody;
}

/**
 * Adds a service to a tenant in one transaction: its row, proposed domain, environments of the tenant's region and default config.
 * Returns a notice of what the user still has to do, if anything.
 *
 * With `create_db` the database is created before the transaction. A job after it could leave a service without a database; this
 * way a failure is reported at once and adds nothing. At most an empty database is left behind, which the next attempt reuses
 * because creation is idempotent.
 * @throws AppError('not_found'), AppError('conflict') if the tenant has the service, AppError('refused') for an invalid choice,
 * AppError('target_failed') if the database cannot be created
 */
export async function addService(
  ctx: Ctx,
  { params: { id: tenantId, service: slug }, body }: Input,
): Promise<string | undefined> {
  const service = findService(slug);
  if (!service) throw new AppError('not_found', `There is no service ${slug}: it is a config only.`);
  if (body.create_db) await createDatabase(ctx, tenantId, service, body);
  return inTransaction(
    ctx,
    async (work) => {
      const { db, record } = work;
      const tenant = await lockTenant(db, tenantId);
      const choice = await requireAddable(db, tenant, service, body);
      const places = await choosePlaces(db, tenant, service);
      const [suffix = ''] = service.urlSuffixes;
      const name = hostSlug(tenant.name);
      const taken = await listHostsLike(db, name, suffix);
      const domain = {
        host: proposeHost(name, suffix, (host) => taken.has(host)),
        isPrimary: true,
        hasWhitelist: false,
      };
      const certificateId = service.hasCertificate ? ((await findWildcard(db, suffix)) ?? null) : null;
      const row = { ...places, certificateId, databaseHostId: choice.host?.id ?? null, bridge: choice.bridge };
      await assignDomains(() => insertService(db, { tenantId, service: slug }, row, domain));
      await changeTenants(db, [tenantId], { at: ctx.clock.now(), name: ctx.actor.name });
      record({
        action: 'service.added',
        subject: `${tenant.name} ${service.displayName}`,
        tenantId,
        after: {
          ...row,
          domain: domain.host,
          database_host: choice.host?.name ?? null,
          database: body.create_db ? databaseName(tenantId, slug) : null,
        },
        topics: [TOPIC.tenants, TOPIC.tenant(tenantId), TOPIC.databases],
      });
      await sendControlFile(ctx, db, tenantId);
      await initConfigs(ctx, work, tenant, slug);
      if (places.webEnvironmentId !== null) return undefined;
      return `The region has no web environment for ${service.displayName}. Choose one on the page of the service.`;
    },
    tenantRow(tenantId),
  );
}

/** Validates an addition. @throws AppError as `addService` */
async function requireAddable(db: Db, tenant: Tenant, service: Service, body: AddServiceBody): Promise<Choice> {
  if (await hasService(db, { tenantId: tenant.id, service: service.slug }))
    throw new AppError('conflict', `${tenant.name} has the ${service.displayName} service already.`);
  return readChoice(db, tenant, service, body);
}

async function createDatabase(ctx: Ctx, tenantId: number, service: Service, body: AddServiceBody): Promise<void> {
  const tenant = await requireTenant(ctx.db, tenantId);
  const { host } = await requireAddable(ctx.db, tenant, service, body);
  if (!host) throw new AppError('refused', `${service.displayName} has no database.`);
  await ctx.ports.tenantDatabases.create(
    { name: host.name, endpoint: host.endpoint },
    databaseName(tenantId, service.slug),
  );
}
