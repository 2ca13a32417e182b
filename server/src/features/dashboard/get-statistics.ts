import { foldSlices, type ReportState } from '@mission-control/contract/dashboard/rules';
import type { Coverage, MemberStatistics, Slice } from '@mission-control/contract/dashboard/schema';
import { STALE_MINUTES } from '@mission-control/contract/reports/define-report';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import { createTenantChoices } from '../../fleet/tenant-names.ts';
import type { PreparedJson } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { shared } from '../../platform/database/batched.ts';
import { prepared } from '../../platform/database/database.ts';
import { listTenantsByReport, sumMembers, sumSlices, type Scope } from './queries.ts';

/** Maximum slices in a response, however many labels the fleet has. */
const MAX_SLICES = 50;

const choices = createTenantChoices('data');

/** All tenants, sorted by name, as prepared JSON. */
export const listDashboardTenants = (ctx: Ctx): Promise<PreparedJson> => choices.read(ctx.db, ctx.topicVersions);

/**
 * Members by gender or age, of one tenant or of all tenants in production: active, with the Production switch on. Members of
 * training sites and former tenants do not count towards the fleet. @throws AppError('not_found')
 */
export async function getSlices(ctx: Ctx, tenant: number | undefined, of: 'gender' | 'age'): Promise<Slice[]> {
  return tenant === undefined ? slicesOfFleet[of](ctx) : readSlices(ctx, await idOf(ctx, tenant), of);
}

/** Member totals and how current they are; scope as in `getSlices`. @throws AppError('not_found') */
export async function getMembers(ctx: Ctx, tenant: number | undefined): Promise<Members> {
  return tenant === undefined ? membersOfFleet(ctx) : readMembers(ctx, await idOf(ctx, tenant));
}

type Members = { data: MemberStatistics; coverage: Coverage };

/** Concurrent requests share one read: every open dashboard sends them after a change of the fleet, and a read covers all tenants. */
function ofFleet<Value>(read: (ctx: Ctx, scope: null) => Promise<Value>): (ctx: Ctx) => Promise<Value> {
  const readerOf = prepared(() => shared(([first]: Ctx[]) => read(first as Ctx, null)));
  return (ctx) => readerOf(ctx.db)(ctx);
}

const slicesOfFleet = {
  gender: ofFleet((ctx, scope) => readSlices(ctx, scope, 'gender')),
  age: ofFleet((ctx, scope) => readSlices(ctx, scope, 'age')),
};
const membersOfFleet = ofFleet(readMembers);

async function readSlices(ctx: Ctx, scope: Scope, of: 'gender' | 'age' | 'distribution'): Promise<Slice[]> {
  return foldSlices(await sumSlices(ctx.db, scope, of), MAX_SLICES);
}

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

const freshFrom = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() - STALE_MINUTES * 60_000);

const idOf = async (ctx: Ctx, tenant: number): Promise<number> => (await requireTenant(ctx.db, tenant)).id;
