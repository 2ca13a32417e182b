import { foldSlices, type ReportState } from '@mission-control/contract/dashboard/rules';
import type { Coverage, MemberStatistics, Slice } from '@mission-control/contract/dashboard/schema';
import { ofStatistics } from '@mission-control/contract/topics';
import { STALE_MS } from '@mission-control/contract/reports/define-report';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import { createTenantChoices } from '../../fleet/tenant-names.ts';
import type { CachedJson } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { shared } from '../../platform/database/batched.ts';
import { perDatabase } from '../../platform/database/database.ts';
import { createTopicCache } from '../../platform/events/topic-cache.ts';
import { listTenantsByReport, sumMembers, sumSlices, type Scope, type SliceColumn } from './queries.ts';

/** Maximum slices in a response, however many labels the fleet has. */
const MAX_SLICES = 50;

const choices = createTenantChoices('data');

/** All tenants, sorted by name, as cached JSON. */
export const listDashboardTenants = (ctx: Ctx): Promise<CachedJson> => choices.read(ctx.db, ctx.topicVersions);

/**
 * Members by gender or age, of one tenant or of all tenants in production: active, with the Production switch on. Members of
 * training sites and former tenants do not count towards the fleet. @throws AppError('not_found')
 */
export async function getSlices(ctx: Ctx, tenant: number | undefined, of: 'gender' | 'age'): Promise<Slice[]> {
  return readSlices(ctx, tenant === undefined ? null : await idOf(ctx, tenant), of);
}

/** Member totals and how current they are; scope as in `getSlices`. @throws AppError('not_found') */
export async function getMembers(ctx: Ctx, tenant: number | undefined): Promise<Members> {
  return tenant === undefined ? fleetReader(ctx.db)(ctx) : readMembers(ctx, await idOf(ctx, tenant));
}

type Members = { data: MemberStatistics; coverage: Coverage };

// A read of the whole fleet covers all tenants.
const cachedSlices = (of: SliceColumn) =>
  createTopicCache(ofStatistics({}), async (db) => foldSlices(await sumSlices(db, null, of), MAX_SLICES));
const slicesOfFleet = {
  gender: cachedSlices('gender'),
  age: cachedSlices('age'),
  distribution: cachedSlices('distribution'),
};

async function readSlices(ctx: Ctx, scope: Scope, of: SliceColumn): Promise<Slice[]> {
  if (scope === null) return slicesOfFleet[of].read(ctx.db, ctx.topicVersions);
  return foldSlices(await sumSlices(ctx.db, scope, of), MAX_SLICES);
}

/**
 * Concurrent requests share one read. Not cached: how many reports are fresh depends on the time. The versions of the topics are read anew,
 * because those of one request may be older than those of another.
 */
const fleetReader = perDatabase(() =>
  shared(([first]: Ctx[]) => readMembers({ ...(first as Ctx), topicVersions: undefined }, null)),
);

async function readMembers(ctx: Ctx, scope: Scope): Promise<Members> {
  const [sums, distribution] = await Promise.all([
    sumMembers(ctx.db, scope, freshFrom(ctx)),
    readSlices(ctx, scope, 'distribution'),
  ]);
  const { tenants, reported, fresh, newest, ...members } = sums;
  return {
    data: { ...members, distribution },
    coverage: { tenants, reported, fresh, newest: newest?.toISOString() ?? null },
  };
}

/** Ids of the production tenants in one coverage state. */
export async function getTenantsByReport(ctx: Ctx, state: ReportState): Promise<{ data: number[] }> {
  return { data: await listTenantsByReport(ctx.db, state, freshFrom(ctx)) };
}

const freshFrom = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() - STALE_MS);

const idOf = async (ctx: Ctx, tenant: number): Promise<number> => (await requireTenant(ctx.db, tenant)).id;
