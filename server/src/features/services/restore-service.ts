import { findService } from '@mission-control/contract/services/catalogue';
import { keptSince } from '@mission-control/contract/tenants/rules';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { giveDomains } from './change-service.ts';
import { giveBack, lockDeleted } from './queries-deleting.ts';
import { findHostOwners, hasService } from './queries-places.ts';
import { lockTenantOf, raiseVersion } from './queries-tenant.ts';

/**
 * Gives a tenant back the service that was last deleted of this kind. Its saved settings are there still; they are to be committed
 * again. Answers which of its domains others have taken meanwhile; undefined when none.
 * @throws AppError('not_found') when none is kept, AppError('conflict') when the tenant has the service
 */
export async function restoreService(ctx: Ctx, tenantId: number, slug: string): Promise<string | undefined> {
  const service = findService(slug);
  if (!service) throw new AppError('not_found', 'There is no service of this name.');
  const ref = { tenantId, service: slug };
  return inTransaction(ctx, async ({ db, record }) => {
    const by = { at: ctx.clock.now(), name: ctx.actor.name };
    const tenant = await lockTenantOf(db, tenantId);
    if (!tenant) throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
    if (await hasService(db, ref))
      throw new AppError('conflict', `${tenant.name} has the ${service.displayName} service already.`);
    const deleted = await lockDeleted(db, ref, keptSince(by.at));
    if (!deleted) throw new AppError('not_found', `${tenant.name} has no deleted ${service.displayName} service.`);
    const hosts = deleted.facts.domains.map(({ host }) => host);
    const taken = (await findHostOwners(db, hosts, ref)).map(({ host }) => host);
    const free = deleted.facts.domains.filter(({ host }) => !taken.includes(host));
    const primary = free.find(({ isPrimary }) => isPrimary) ?? free[0];
    const domains = free.map((domain) => ({ ...domain, isPrimary: domain === primary }));
    await giveDomains(() => giveBack(db, deleted, domains));
    await raiseVersion(db, tenantId, by);
    record({
      action: 'service.restored',
      subject: `${tenant.name} ${service.displayName}`,
      tenantId,
      before: { deleted_at: deleted.deletedAt, deleted_by: deleted.deletedBy },
      after: { ...deleted.facts.service, domains },
      topics: ['tenants', `tenant:${tenantId}`, 'databases'],
    });
    return taken.length === 0 ? undefined : `Others have taken ${taken.join(', ')} meanwhile.`;
  });
}
