import type { Ctx } from '../../platform/context.ts';
import { LEASE_MS, planLeases } from './lease-plan.ts';
import { announceChecks, listToCheck, matchDomains, SETUP_TOPIC, type CheckedMonitor } from './queries-fleet.ts';
import { holdLeases, leave, readLeases } from './queries-leases.ts';

/** What a worker may check now. */
interface Setup {
  /** Nothing may run later than this, in ms since 1970: others may check from then on. */
  until: number;
  /** The monitors it holds, when they may be others than the last time. */
  monitors: CheckedMonitor[] | null;
}

/** Keeps the leases of one worker, and the monitors in step with the domains. */
interface SetupKeeper {
  renew(state: { lastCheck: Date | null; faultySince: Date | null }): Promise<Setup>;
  leave(): Promise<void>;
}

/** @param me the name of the worker, unique */
export function createSetupKeeper(ctx: Ctx, me: string): SetupKeeper {
  // Whatever changed before is read at the start.
  let seen = { fleet: -1, setup: -1, shards: '' };
  return {
    async renew(state) {
      // Taken before the database renews, so that what is begun here ends before the lease does.
      const now = ctx.clock.now();
      const { now: databaseNow, leases, workers, versions } = await readLeases(ctx.db);
      const shards = await holdLeases(ctx.db, {
        me,
        plan: planLeases(me, workers, leases, databaseNow),
        ...state,
      });
      // Every change of a domain, a service or a tenant counts this topic up in its own transaction.
      const fleet = versions['tenants'] ?? 0;
      const matched = fleet === seen.fleet ? 0 : await matchFleet(ctx, now);
      const next = {
        fleet,
        setup: versions[SETUP_TOPIC] ?? 0,
        shards: shards.toSorted((one, other) => one - other).join(),
      };
      const same = matched === 0 && next.setup === seen.setup && next.shards === seen.shards;
      const monitors = same ? null : await listToCheck(ctx.db, shards);
      seen = next;
      return { until: now.getTime() + LEASE_MS, monitors };
    },
    leave: () => leave(ctx.db, me),
  };
}

/** Monitors follow the domains. Nobody asked for it by itself, so it is no event of the audit; the change of the domain is one. */
async function matchFleet(ctx: Ctx, now: Date): Promise<number> {
  return ctx.db.transaction(async (db) => {
    const changed = await matchDomains(db, now);
    if (changed > 0) await announceChecks(db, ['monitors', SETUP_TOPIC]);
    return changed;
  });
}
