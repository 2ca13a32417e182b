import { ROW_TOPIC, TOPIC, type Topic } from '@mission-control/contract/topics';
import { systemCtx, type Services, type Ctx } from '../../../platform/context.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { repeat } from '../../../platform/repeat.ts';
import { listTenantsOf } from '../queries.ts';
import { readToCheck, syncClosed, syncDomains, tenantRanges, type Ids } from '../queries-fleet.ts';
import { changedRowsReader } from '../../../platform/events/topic-versions.ts';
import { createCheckThread, createProberHealth, type ProberHealth } from './check-thread.ts';
import { createChecker, type Setup } from './checker.ts';
import type { OnStart } from './checks.ts';
import { RENEW_MS, LEASE_MS, planLeases } from './lease-plan.ts';
import { readLeases, releaseLeases, renewLeases } from './queries-leases.ts';
import { type Findings, writeFindings } from './queries-results.ts';

/** Maintains the leases of one worker, and keeps monitors in sync with domains. */
interface LeaseManager {
  /** Yields the setup; in parts when all monitors are read. `isEmpty`: the checker has no monitors yet and needs all of them. */
  renew(state: { lastCheck: Date | null; faultySince: Date | null; isEmpty?: boolean }): AsyncGenerator<Setup>;
  release(): Promise<void>;
}

/** @param me unique name of the worker */
export function createLeaseManager(ctx: Ctx, me: string): LeaseManager {
  // Everything is read at startup.
  let seen = { fleet: -1, setup: -1, monitors: -1, shards: '' };
  return {
    async *renew({ isEmpty = false, ...state }) {
      // Read before the database renews the lease, so that checks started here end before the lease does.
      const now = ctx.clock.now();
      const { now: databaseNow, leases, workers, versions } = await readLeases(ctx.db);
      const shards = await renewLeases(ctx.db, {
        me,
        plan: planLeases(me, workers, leases, databaseNow),
        ...state,
      });
      // Every change of a domain, service or tenant marks its row in its own transaction (0105).
      const fleet = versions[TOPIC.tenants] ?? 0;
      const synced =
        fleet === seen.fleet ? 0 : await syncFleet(ctx, await changedSince(ctx, TOPIC.tenants, seen.fleet), now);
      const next = {
        fleet,
        setup: versions[TOPIC.monitorSetup] ?? 0,
        monitors: versions[TOPIC.monitors] ?? 0,
        shards: shards.toSorted((one, other) => one - other).join(),
      };
      const isAll = isEmpty || next.shards !== seen.shards;
      const same = synced === 0 && next.setup === seen.setup && !isAll;
      const until = now.getTime() + LEASE_MS;
      if (same) yield { until, change: null };
      else {
        const among = isAll ? null : await changedSince(ctx, TOPIC.monitors, seen.monitors);
        // If a part cannot be read, all are read at the next renewal.
        seen = { ...seen, shards: '' };
        for await (const change of readToCheck(ctx.db, shards, among)) yield { until, change };
      }
      seen = next;
    },
    release: () => releaseLeases(ctx.db, me),
  };
}

/** The rows of a topic that changed after a version; null for all. */
const changedSince = async ({ db }: Ctx, topic: Topic, after: number): Promise<readonly number[] | null> =>
  after < 0 ? null : (await changedRowsReader(db)(topic, after)).ids;

/** Syncs the monitors of these tenants, or of all, with their domains and with closed sites. Returns how many changed. */
async function syncFleet(ctx: Ctx, ids: readonly number[] | null, now: Date): Promise<number> {
  if (ids !== null) return ids.length === 0 ? 0 : syncTenants(ctx, ids, now);
  let count = 0;
  for (const range of await tenantRanges(ctx.db)) count += await syncTenants(ctx, range, now);
  return count;
}

/** With more changed monitors, all rows of their list are marked. */
const MAX_NAMED = 1_000;

/** Unaudited: the domain change that caused it is audited. */
function syncTenants(ctx: Ctx, which: Ids, now: Date): Promise<number> {
  return inUnauditedTransaction(ctx, async ({ db, changed }) => {
    const synced = await syncDomains(db, now, which);
    const closed = await syncClosed(db, now, which);
    const ids = [...synced, ...closed];
    if (ids.length === 0) return 0;
    const named =
      ids.length > MAX_NAMED
        ? [ROW_TOPIC.monitor(0)]
        : [...synced.map(ROW_TOPIC.monitor), ...(await listTenantsOf(db, ids)).map(TOPIC.tenant)];
    changed(TOPIC.monitors, TOPIC.monitorSetup, ...closed.slice(0, MAX_NAMED).map(TOPIC.monitor), ...named);
    return ids.length;
  });
}

/** Writes findings and announces monitors whose state changed. */
export async function writeBatch(ctx: Ctx, me: string, found: readonly Findings[]): Promise<void> {
  if (found.length === 0) return;
  if (!found.some(({ changed }) => changed)) {
    await writeFindings(ctx.db, me, found, ctx.clock.now());
    return;
  }
  await inUnauditedTransaction(ctx, async ({ db, changed }) => {
    for (const { id, tenantId } of await writeFindings(db, me, found, ctx.clock.now()))
      changed(TOPIC.monitors, TOPIC.monitor(id), TOPIC.tenant(tenantId));
  });
}

const WRITE_MS = 1_000;
/** Maximum queued writes while the database is unavailable; the oldest are dropped. */
const MAX_WAITING = 60;
/** The monitoring part of a worker. */
interface Prober {
  /** Stops the checks, writes the findings, and releases the leases. */
  stop(): Promise<void>;
}

/**
 * Checks the monitors leased by this worker until stopped, in a thread of its own where another thread can check the same sites.
 * @param onStart for measurements in this thread
 */
export function startProber(
  services: Services,
  health: ProberHealth = createProberHealth(),
  onStart?: OnStart,
): Prober {
  const ctx = systemCtx(services, 'monitors');
  const me = ctx.random.uuid();
  const failed = (error: unknown): void => ctx.log.warn({ err: error }, 'monitoring failed temporarily');
  const leases = createLeaseManager(ctx, me);
  const { sites } = ctx.ports.probes;
  const checks = sites && !onStart ? createCheckThread(ctx, sites, health) : createChecker(ctx, onStart);
  const waiting: Findings[][] = [];
  const write = async (): Promise<void> => {
    const found = await checks.drainFindings();
    if (found.length > 0) waiting.push(found);
    if (waiting.length > MAX_WAITING) waiting.shift();
    for (let next = waiting[0]; next; next = waiting[0]) {
      await writeBatch(ctx, me, next);
      waiting.shift();
    }
  };
  const renew = async (): Promise<void> => {
    for await (const part of leases.renew(checks.state())) checks.use(part);
  };
  const renewing = repeat(RENEW_MS, renew, failed);
  const writing = repeat(WRITE_MS, write, failed);
  return {
    async stop() {
      checks.stop();
      await Promise.all([renewing.stop(), writing.stop()]);
      await write().catch(failed);
      await checks.close();
      await leases.release().catch(failed);
    },
  };
}
