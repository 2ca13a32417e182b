import { serviceName } from '@mission-control/contract/catalogue';
import { CENTRES_SYNCED } from '@mission-control/contract/services/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { hasService, listServiceDomains } from './places/queries-places.ts';

type Sites = Parameters<Ctx['ports']['centreSync']['sync']>[0];

/**
 * Copies the centres and languages of a tenant's CoursePro site to its Strive site. A failing site is a result, not an error
 * (TEN-70); both outcomes are recorded.
 * @throws AppError('not_found') without the tenant, AppError('refused') if it lacks one of the services
 */
export async function syncCentres(ctx: Ctx, tenantId: number): Promise<{ ok: boolean; message: string }> {
  const tenant = await requireTenant(ctx.db, tenantId);
  const hosts: Sites = {
    coursepro: await primaryHost(ctx, tenant, 'coursepro'),
    strive: await primaryHost(ctx, tenant, 'strive'),
  };
  const record = (action: string, after: object): Promise<void> =>
    inTransaction(ctx, async (work) => {
      const topics = [TOPIC.tenant(tenantId)];
      work.record({ action, subject: `${tenant.name} Strive`, tenantId, after: { ...hosts, ...after }, topics });
    });
  try {
    const synced = await ctx.ports.centreSync.sync(hosts);
    await record('strive.centres-synced', synced);
    return { ok: true, message: CENTRES_SYNCED };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'target_failed') throw error;
    ctx.log.info({ err: error, tenantId }, 'failed to sync centres and languages');
    await record('strive.centre-sync-failed', { message: error.message });
    return { ok: false, message: error.message };
  }
}

/** The primary host of a service. @throws AppError('refused') */
async function primaryHost(ctx: Ctx, tenant: { id: number; name: string }, slug: keyof Sites): Promise<string> {
  const ref = { tenantId: tenant.id, service: slug };
  const name = serviceName(slug);
  if (!(await hasService(ctx.db, ref)))
    throw new AppError('refused', `${tenant.name} has no ${name} service. Centres go from CoursePro to Strive.`);
  const primary = (await listServiceDomains(ctx.db, ref)).find(({ isPrimary }) => isPrimary);
  if (!primary) throw new AppError('refused', `${name} has no primary domain. Give it one first.`);
  return primary.host;
}
