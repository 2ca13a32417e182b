import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/services/calls';
import { findService, SERVICES, type Service } from '@mission-control/contract/catalogue';
import type { TemplateFacts } from '@mission-control/contract/config/rules';
import type { AddServiceBody, Placement, PlacementProposal } from '@mission-control/contract/services/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { changeTenants, lockTenant, requireTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction, tenantRow } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { databaseName } from '../../ports/tenant-databases/port.ts';
import { countInitialItems, initConfigs } from '../config/public.ts';
import { removeSwitchEnds, sendControlFile } from '../control/public.ts';
import { assignDomains, readDomains } from './change-service.ts';
import { readChoice, type Choice } from './places/choose-database.ts';
import { proposedPlaces, proposePlacement, readSurroundings } from './places/propose-placement.ts';
import { hasService, listServiceSlugs, type Places, type WantedDomain } from './places/queries-places.ts';
import { readPlaces, refuseFaults } from './places/read-places.ts';
import { insertService } from './queries-adding.ts';

type Tenant = Awaited<ReturnType<typeof requireTenant>>;

interface Input {
  params: CallInput<typeof calls.addServiceOrSaveConfig>['params'];
  body: AddServiceBody;
}

/**
 * Adds a service to a tenant in one transaction: its row, proposed domain, environments of the tenant's region and default config.
 * Returns a notice if the user still has something to do.
 *
 * With `create_db` the database is created before the transaction. A later job could leave a service without a database; this
 * way a failure is reported at once and adds nothing. At worst an empty database is left behind, which the next attempt reuses
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
      const { places, domain } = await placeService(db, tenant, service, body.placement ?? {});
      const row = { ...places, databaseHostId: choice.host?.id ?? null, bridge: choice.bridge };
      await removeSwitchEnds(db, { tenantId, service: slug });
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
        topics: [TOPIC.tenants, TOPIC.roster, TOPIC.tenant(tenantId), TOPIC.databases],
      });
      await sendControlFile(ctx, db, tenantId);
      const facts = factsOf(tenant, service, { host: choice.host, domain: domain.host });
      await initConfigs(ctx, work, tenant, { service: slug, facts });
      if (places.webEnvironmentId !== null) return undefined;
      return `The region has no web environment for ${service.displayName}. Choose one on the service's page.`;
    },
    tenantRow(tenantId),
  );
}

/** Values for default templates; the database is the one that `create_db` creates. */
function factsOf(
  tenant: Tenant,
  service: Service,
  { host, domain }: { host: Choice['host']; domain: string },
): TemplateFacts {
  const known = { tenant_name: tenant.name, domain };
  if (!host) return known;
  const [, name = host.endpoint, port] = /^(.*?)(?::(\d+))?$/.exec(host.endpoint) ?? [];
  return {
    ...known,
    database_host: name,
    ...(port !== undefined && { database_port: port }),
    database: databaseName(tenant.id, service.slug),
  };
}

/** The placement of the service: chosen values, otherwise proposed ones. @throws AppError('refused') with all faults */
async function placeService(
  db: Db,
  tenant: Tenant,
  service: Service,
  { domain: chosenHost, ...chosen }: Placement,
): Promise<{ places: Required<Places>; domain: WantedDomain }> {
  const surroundings = await readSurroundings(db, tenant, [service]);
  const proposal = proposePlacement(surroundings, service);
  const ref = { tenantId: tenant.id, service: service.slug };
  const read = await readPlaces(db, service, tenant.regionId, chosen);
  const sent = [{ host: chosenHost ?? proposal.domain, is_primary: true }];
  const { wanted, faults } = await readDomains(db, ref, service, sent, []);
  refuseFaults([...faults, ...read.faults]);
  const [domain] = wanted;
  if (!domain) throw new Error('A list of one domain was read as none.');
  return { places: { ...proposedPlaces(surroundings, service, proposal, domain.host), ...read.wanted }, domain };
}

/** The effect of adding each service that the tenant lacks. @throws AppError('not_found') */
export async function listPlacements(ctx: Ctx, tenantId: number): Promise<{ placements: PlacementProposal[] }> {
  const tenant = await requireTenant(ctx.db, tenantId);
  const has = new Set(await listServiceSlugs(ctx.db, tenantId));
  const lacking = SERVICES.filter(({ slug }) => !has.has(slug));
  const surroundings = await readSurroundings(ctx.db, tenant, lacking);
  const certificates = surroundings.certificates.map(({ id, name, domain }) => ({
    _id: id,
    certificate_name: name,
    domain,
  }));
  const placements = [];
  for (const service of lacking)
    placements.push({
      service: service.slug,
      ...proposePlacement(surroundings, service),
      certificates: service.hasCertificate ? certificates : null,
      database: databaseName(tenantId, service.slug),
      settings: await countInitialItems(ctx.db, service.slug),
    });
  return { placements };
}

/** Validates an addition. @throws AppError as `addService` */
async function requireAddable(db: Db, tenant: Tenant, service: Service, body: AddServiceBody): Promise<Choice> {
  if (await hasService(db, { tenantId: tenant.id, service: service.slug }))
    throw new AppError('conflict', `${tenant.name} already has the ${service.displayName} service.`);
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
