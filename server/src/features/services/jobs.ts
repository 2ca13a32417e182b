import { type Services, systemCtx } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { keptSince } from '@mission-control/contract/tenants/rules';
import { inTransaction } from '../../platform/database/transaction.ts';
import { removeConfigs } from '../config/public.ts';
import { countDeletedBefore, isKept, removeDeletedBefore } from './queries-deleting.ts';
import { hasService } from './places/queries-places.ts';

/** Background jobs of services. */
export function serviceJobs(services: Services): JobKind<object>[] {
  const purge = async () => void (await purgeServices(services));
  return [{ name: 'services.purge', atStart: true, schedule: '37 * * * *', run: purge }];
}

/**
 * Purges services deleted more than 30 days ago, and their settings unless the tenant has the same service again. Audit events stay.
 * Returns how many.
 */
export async function purgeServices(services: Services): Promise<number> {
  const ctx = systemCtx(services, 'services');
  const before = keptSince(ctx.clock.now());
  if ((await countDeletedBefore(ctx.db, before)) === 0) return 0;
  return inTransaction(ctx, async ({ db, record }) => {
    const removed = await removeDeletedBefore(db, before);
    for (const ref of removed) {
      const needed = (await hasService(db, ref)) || (await isKept(db, ref));
      if (!needed) await removeConfigs(db, ref.tenantId, ref.service);
    }
    const after = { services: removed.map(({ tenantId, service }) => ({ tenant_id: tenantId, service })) };
    record({ action: 'services.purged', subject: 'Deleted services', after, topics: [] });
    return removed.length;
  });
}
