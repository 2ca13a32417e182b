import { keptSince } from '@mission-control/contract/tenants/rules';
import { type Services, systemCtx } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { removeConfigs } from '../config/public.ts';
import { removeSwitchEnds } from '../control/public.ts';
import { hasService } from './places/queries-places.ts';
import { isKept, removeDeletedBefore } from './queries-deleting.ts';

/**
 * Purges services deleted more than 30 days ago, with their settings and the ends of their switches unless the tenant has the same
 * service again. Audit events stay. Returns whether there were any.
 */
export function purgeServices(services: Services): Promise<boolean> {
  const ctx = systemCtx(services, 'services');
  return inTransactionIfChanged(ctx, async ({ db, record }) => {
    const removed = await removeDeletedBefore(db, keptSince(ctx.clock.now()));
    if (removed.length === 0) return;
    for (const ref of removed) {
      const needed = (await hasService(db, ref)) || (await isKept(db, ref));
      if (needed) continue;
      await removeConfigs(db, ref.tenantId, ref.service);
      await removeSwitchEnds(db, ref);
    }
    const after = { services: removed.map(({ tenantId, service }) => ({ tenant_id: tenantId, service })) };
    record({ action: 'services.purged', subject: 'Deleted services', after, topics: [] });
  });
}
