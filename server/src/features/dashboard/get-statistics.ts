import { foldSlices, type ReportState } from '@mission-control/contract/dashboard/rules';
import type { Coverage, MemberStatistics, Slice } from '@mission-control/contract/dashboard/schema';
import { STALE_MINUTES } from '@mission-control/contract/reports/define-report';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import { createTenantChoices } from '../../fleet/tenant-names.ts';
import type { PreparedJson } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
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
  return foldSlices(await sumSlices(ctx.db, await scopeOf(ctx, tenant), of), MAX_SLICES);
}

/** Member totals and how current they are; scope as in `getSlices`. @throws AppError('not_found') */
export async function getMembers(
  ctx: Ctx,
  tenant: number | undefined,
): Promise<{ data: MemberStatistics; coverage: Coverage }> {
  const scope = await scopeOf(ctx, tenant);
  const [sums, distribution] = await Promise.all([
    sumMembers(ctx.db, scope, freshFrom(ctx)),
    sumSlices(ctx.db, scope, 'distribution'),
  ]);
  const { tenants, reported, fresh, newest, ...members } = sums;
  return {
    data: { ...members, distribution: foldSlices(distribution, MAX_SLICES) },
    coverage: { tenants, reported, fresh, newest: newest?.toISOString() ?? null },
  };
}

/** Ids of the production tenants in one coverage state. */
export async function getTenantsByReport(ctx: Ctx, state: ReportState): Promise<{ data: number[] }> {
  return { data: await listTenantsByReport(ctx.db, state, freshFrom(ctx)) };
}

const freshFrom = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() - STALE_MINUTES * 60_000);

async function scopeOf(ctx: Ctx, tenant: number | undefined): Promise<Scope> {
  if (tenant === undefined) return null;
  return (await requireTenant(ctx.db, tenant)).id;
}
