import { type Services, systemCtx } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { keptSince } from '@mission-control/contract/tenants/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { REVERT_JOB } from '../control/public.ts';
import { FOLLOW_JOB } from '../windows/public.ts';
import { followWindows } from './follow-windows.ts';
import { revertSwitches } from './revert-switches.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { beginHistory, forgetHistory } from './as-of/queries-as-of.ts';
import { listOverdue, removeOverdue } from './queries-deleted.ts';

/** How long the fleet's history is kept: 400 days. */
const HISTORY_MS = 400 * 86_400_000;

/** Background jobs of tenants. */
export function tenantJobs(services: Services): JobKind<object>[] {
  return [
    {
      name: 'tenants.purge',
      atStart: true,
      schedule: '23 * * * *',
      run: async () => void (await purgeTenants(services)),
    },
    {
      name: 'tenants.history',
      atStart: true,
      schedule: '43 2 * * *',
      run: async () => {
        await beginHistory(services.db);
        await forgetHistory(services.db, new Date(services.clock.now().getTime() - HISTORY_MS));
      },
    },
    // At the time of an end, and each minute for what became overdue while no worker ran.
    { name: FOLLOW_JOB, atStart: true, schedule: '* * * * *', run: () => followWindows(services) },
    { name: REVERT_JOB, atStart: true, schedule: '* * * * *', run: () => revertSwitches(services) },
  ];
}

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
        record({ action: 'tenant.purged', subject: name, tenantId: id, topics: [TOPIC.tenants, TOPIC.tenant(id)] });
      });
      if (removed) purged += 1;
    } catch (error) {
      // Go on with the others; the next run retries.
      ctx.log.error({ tenantId: id, err: error }, 'failed to purge a deleted tenant');
    }
  }
  return purged;
}
