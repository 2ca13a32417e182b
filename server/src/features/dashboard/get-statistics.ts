import { foldSlices } from '@mission-control/contract/dashboard/rules';
import type { Coverage, MemberStatistics, Slice } from '@mission-control/contract/dashboard/schema';
import { STALE_MINUTES } from '@mission-control/contract/reports/limits';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { hasTenant, listTenants, sumMembers, sumSlices, type Scope } from './queries.ts';

/** Most parts of an answer, however many labels the fleet has. */
const PARTS_ANSWERED = 50;

/** The tenants to choose from: all there are, by name. */
export const listDashboardTenants = (ctx: Ctx): Promise<{ id: number; tenant_name: string }[]> => listTenants(ctx.db);

/**
 * Members by gender or age, of a tenant or of all in production. In production is a tenant whose Production switch is on
 * and that is active: a training site's or a former tenant's members are no members of the fleet. @throws AppError('not_found')
 */
export async function getSlices(ctx: Ctx, tenant: number | undefined, of: 'gender' | 'age'): Promise<Slice[]> {
  return foldSlices(await sumSlices(ctx.db, await scopeOf(ctx, tenant), of), PARTS_ANSWERED);
}

/** The numbers of members, and how up to date they are; of whom, see `getSlices`. @throws AppError('not_found') */
export async function getMembers(
  ctx: Ctx,
  tenant: number | undefined,
): Promise<{ data: MemberStatistics; coverage: Coverage }> {
  const scope = await scopeOf(ctx, tenant);
  const freshFrom = new Date(ctx.clock.now().getTime() - STALE_MINUTES * 60_000);
  const [sums, distribution] = await Promise.all([
    sumMembers(ctx.db, scope, freshFrom),
    sumSlices(ctx.db, scope, 'distribution'),
  ]);
  const { tenants, reported, fresh, newest, ...members } = sums;
  return {
    data: { ...members, distribution: foldSlices(distribution, PARTS_ANSWERED) },
    coverage: { tenants, reported, fresh, newest: newest?.toISOString() ?? null },
  };
}

async function scopeOf(ctx: Ctx, tenant: number | undefined): Promise<Scope> {
  if (tenant === undefined) return null;
  if (await hasTenant(ctx.db, tenant)) return tenant;
  throw new AppError('not_found', `There is no tenant ${tenant}. It may have been deleted.`);
}
