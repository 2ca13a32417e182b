import { systemCtx, type Services } from '../../platform/context.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import type { ControlJob } from './publish-control-file.ts';
import { listUnconfirmed } from './queries-many.ts';

/** Younger failures are still being retried, every ten minutes at least. */
const MIN_AGE_MS = 50 * 60_000;
/** Per run. Other jobs may keep them waiting past the next run, which then sends none. */
const BATCH_SIZE = 200;

/** Sends control files again that failed for longer than their job was retried: a server may be down for days. */
export async function resendUnconfirmed(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'control');
  const before = new Date(ctx.clock.now().getTime() - MIN_AGE_MS);
  await inUnauditedTransaction(ctx, async ({ db }) => {
    if (await ctx.jobs.hasRepeated(db, 'control.publish')) return;
    for (const { tenantId, places } of await listUnconfirmed(db, before, BATCH_SIZE)) {
      const byService = Map.groupBy(places, ([service]) => service);
      const job: ControlJob = {
        tenant_id: tenantId,
        places: Object.fromEntries(
          [...byService].map(([service, ofService]) => [service, ofService.map(([, id]) => id)]),
        ),
      };
      await ctx.jobs.send(db, 'control.publish', job, { repeated: true });
    }
  });
}
