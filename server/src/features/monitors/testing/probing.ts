import { sql } from 'drizzle-orm';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { ALL_IDS } from '../../../platform/database/id-ranges.ts';
import type { Setup } from '../probe/checker.ts';
import { createChecks, type Checks } from '../probe/checks.ts';
import { createLeaseManager, writeBatch } from '../probe/prober.ts';
import type { CheckedMonitor } from '../queries-fleet.ts';
import { monitorLeases, monitorWorkers } from '../tables.ts';

/** A prober that a test drives. */
export interface Worker {
  name: string;
  checks: Checks;
  leases: ReturnType<typeof createLeaseManager>;
}

export const createWorker = (t: TestCtx, name: string): Worker => ({
  name,
  checks: createChecks(t),
  leases: createLeaseManager(t, name),
});

/** A monitor of an HTTP site that was never checked. */
export const checkedMonitor = (id: number, part: Partial<CheckedMonitor> = {}): CheckedMonitor => ({
  id,
  tenantId: 1,
  service: 'coursepro',
  host: `site-${id}.example`,
  kind: 'http',
  port: null,
  path: '/',
  expectedStatus: 200,
  expectedText: null,
  failuresToDown: 3,
  successesToUp: 2,
  slowMs: 1_500,
  askedAt: null,
  timeoutMs: 10_000,
  active: true,
  closed: null,
  revision: 1,
  removedAt: null,
  createdAt: new Date(0),
  status: 1,
  warningCount: 0,
  slowBits: 0,
  against: 0,
  againstSince: null,
  lastCheck: null,
  lastOnline: null,
  lastOffline: null,
  responseMs: null,
  lastResponse: null,
  lastError: null,
  certificateEnds: null,
  openChecks: 0,
  openFailures: 0,
  openMs: 0,
  ...part,
});

/** The setup of a worker that checks these monitors only. */
export const setupOf = (monitors: readonly CheckedMonitor[], until = Infinity): Setup => ({
  until,
  change: { ids: ALL_IDS, monitors },
});

/** Renews the leases of a worker, and returns the monitors it was given; null: unchanged. */
export async function renew({ checks, leases }: Pick<Worker, 'checks' | 'leases'>): Promise<CheckedMonitor[] | null> {
  const given: CheckedMonitor[] = [];
  let isChanged = false;
  for await (const part of leases.renew(checks.state())) {
    checks.use(part);
    isChanged ||= part.change !== null;
    given.push(...(part.change?.monitors ?? []));
  }
  return isChanged ? given : null;
}

/** Runs these workers for some seconds, as their loops do. */
export async function work(t: TestCtx, seconds: number, workers: readonly Worker[]): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    for (const worker of workers) {
      const { name, checks } = worker;
      await renew(worker);
      checks.runDue();
      await Promise.resolve();
      await new Promise(setImmediate);
      await writeBatch(t, name, checks.drainFindings());
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
