import {
  type DatabaseTenant,
  type DetachedDatabase,
  listDatabases,
  listDatabaseTenants,
  listDetachedDatabases,
} from '@mission-control/contract/databases/calls';
import { MAX_ID } from '@mission-control/contract/id';
import { findDatabaseHost } from '../../fleet/queries-places.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { databaseName, isDatabaseName } from '../../ports/tenant-databases/port.ts';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { listServicesOn, listTenantNames } from './queries.ts';
import { listDatabases as list } from './list-databases.ts';
import { createSampler } from './sample-databases.ts';

/** Tenants' services with their database on a server. @throws AppError('not_found') */
async function listTenantsOn(ctx: Ctx, id: number): Promise<DatabaseTenant[]> {
  await requireHost(ctx, id);
  return listServicesOn(ctx.db, id);
}

/**
 * Databases on a server that no longer belong to a service, as listed by the server itself.
 * @throws AppError('not_found'), AppError('target_failed') if the server cannot be queried
 */
async function listDetached(ctx: Ctx, id: number): Promise<DetachedDatabase[]> {
  const host = await requireHost(ctx, id);
  const found = await ctx.ports.tenantDatabases.list(host);
  const services = await listServicesOn(ctx.db, id);
  const attached = new Set(services.map((one) => databaseName(one.tenant_id, one.service)));
  const detached = found
    .filter((name) => isDatabaseName(name) && !attached.has(name))
    .map((name) => ({ name, tenant: tenantOf(name) }));
  const known = await listTenantNames(
    ctx.db,
    detached.map(({ tenant }) => tenant).filter((tenant) => tenant <= MAX_ID),
  );
  const byId = new Map(known.map((tenant) => [tenant.id, tenant]));
  return detached.map(({ name, tenant }) => ({
    name,
    tenant_id: tenant,
    tenant_name: byId.get(tenant)?.name ?? null,
    tenant_deleted: Boolean(byId.get(tenant)?.deletedAt),
  }));
}

async function requireHost(ctx: Ctx, id: number) {
  const host = await findDatabaseHost(ctx.db, id);
  if (!host) throw new AppError('not_found', `There is no database server ${id}.`);
  return host;
}

/** `tenant_1042_coursepro` belongs to tenant 1042. */
const tenantOf = (name: string): number => Number(/^tenant_(\d+)_/.exec(name)?.[1]);

export const databaseFeature = {
  routes: [
    handle(listDatabases, (ctx, { query }) => list(ctx, query)),
    handle(listDatabaseTenants, async (ctx, { params }) => ({ tenants: await listTenantsOn(ctx, params.id) })),
    handle(listDetachedDatabases, async (ctx, { params }) => ({ databases: await listDetached(ctx, params.id) })),
  ],
  jobs: (services): JobKind<object>[] => {
    const sampler = createSampler(services);
    return [{ name: 'databases.sample', atStart: true, schedule: '* * * * *', run: () => sampler.run() }];
  },
} satisfies Feature;
