import { sql } from 'drizzle-orm';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { createChecks, type Checks } from '../probe/checks.ts';
import { createSetupKeeper, writeBatch } from '../probe/prober.ts';
import { monitorLeases, monitorWorkers } from '../tables.ts';

/** A prober that a test drives. */
export interface Worker {
  name: string;
  checks: Checks;
  setup: ReturnType<typeof createSetupKeeper>;
}

export const createWorker = (t: TestCtx, name: string): Worker => ({
  name,
  checks: createChecks(t),
  setup: createSetupKeeper(t, name),
});

/** Runs these workers for some seconds, as their loops do. */
export async function work(t: TestCtx, seconds: number, workers: readonly Worker[]): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    for (const { name, checks, setup } of workers) {
      checks.use(await setup.renew(checks.state()));
      checks.runDue();
      await Promise.resolve();
      await new Promise(setImmediate);
      await writeBatch(t, name, checks.takeFound());
    }
    t.clock.advance(2_000);
    await letPass(t, 2);
  }
}

/** Advances the database clock, which determines the expiry of leases. */
export async function letPass(t: TestCtx, seconds: number): Promise<void> {
  await t.db.update(monitorLeases).set({ until: sql`until - ${seconds} * interval '1 s'` });
  await t.db.update(monitorWorkers).set({ seenAt: sql`seen_at - ${seconds} * interval '1 s'` });
}
