import { keptSince } from '@mission-control/contract/tenants/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { type Services, systemCtx } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { listOverdue, removeOverdue } from './queries-deleted.ts';

/** Purges tenants whose retention has expired, each in its own transaction; audit events stay. Returns how many. */
export async function purgeTenants(services: Services): Promise<number> {
  const ctx = systemCtx(services, 'tenants');
  const before = keptSince(ctx.clock.now());
  let purged = 0;
  for (const id of await listOverdue(ctx.db, before)) {
    try {
      const removed = await inTransactionIfChanged(ctx, async ({ db, record }) => {
        // It may have been purged or restored concurrently.
        const name = await removeOverdue(db, id, before);
        if (name === undefined) return;
        record({
          action: 'tenant.purged',
          subject: name,
          tenantId: id,
          topics: [TOPIC.tenants, TOPIC.roster, TOPIC.tenant(id)],
        });
      });
      if (removed) purged += 1;
    } catch (error) {
      // Continue with the others; the next run retries.
      ctx.log.error({ tenantId: id, err: error }, 'failed to purge a deleted tenant');
    }
  }
  return purged;
}
