import { keptSince } from '@mission-control/contract/tenants/rules';
import { systemCtx, type Services } from '../../platform/context.ts';
import { inTransactionIfChanged } from './in-transaction-if-changed.ts';
import { listOverdue, removeOverdue } from './queries-deleted.ts';

/** Removes the tenants whose time after their deletion is over, each by itself; what was recorded about them stays. Answers how many. */
export async function purgeTenants(services: Services): Promise<number> {
  const ctx = systemCtx(services, 'tenants');
  const before = keptSince(ctx.clock.now());
  let purged = 0;
  for (const id of await listOverdue(ctx.db, before)) {
    try {
      const removed = await inTransactionIfChanged(ctx, async ({ db, record }) => {
        // Another worker may have removed it since it was listed, or somebody restored it.
        const name = await removeOverdue(db, id, before);
        if (name === undefined) return;
        record({ action: 'tenant.purged', subject: name, tenantId: id, topics: ['tenants', `tenant:${id}`] });
      });
      if (removed) purged += 1;
    } catch (error) {
      // The others must not wait for it; it is tried again with the next run.
      ctx.log.error({ tenantId: id, err: error }, 'a deleted tenant could not be removed');
    }
  }
  return purged;
}
