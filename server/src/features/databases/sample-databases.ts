import { DAY_MINUTES } from '@mission-control/contract/databases/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { systemCtx, type Services } from '../../platform/context.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import type { DatabaseServer } from '../../ports/tenant-databases/port.ts';
import { minuteOf } from './activity.ts';
import { dropSamplesBefore, listHostsToSample, storeSamples, type Sample } from './queries-samples.ts';

const MAX_CONCURRENT = 100;
const TIMEOUT_MS = 10_000;

/** Samples the load of every server; a failed sample leaves a gap. */
export interface Sampler {
  /** Takes the samples of the current minute. */
  run(): Promise<void>;
}

/** @param timeoutMs per server */
export function createSampler(services: Services, timeoutMs = TIMEOUT_MS): Sampler {
  /** Servers whose last sample failed; each is logged once, not every minute. */
  const failing = new Set<number>();

  async function sample(host: DatabaseServer & { id: number }): Promise<Sample[]> {
    const facts = { database: host.name };
    try {
      const load = await withTimeout(timeoutMs, services.ports.tenantDatabases.load(host));
      // One value that cannot be stored would lose the samples of all servers.
      if (!Number.isSafeInteger(load) || load < 0) throw new Error('The server reports no number of connections.');
      if (failing.delete(host.id)) services.log.info(facts, 'sampling the load of a database server succeeds again');
      return [{ hostId: host.id, load }];
    } catch (error) {
      if (!failing.has(host.id))
        services.log.warn({ ...facts, err: error }, 'failed to sample the load of a database server');
      failing.add(host.id);
      return [];
    }
  }

  return {
    async run() {
      const minute = minuteOf(services.clock.now());
      const hosts = await listHostsToSample(services.db);
      const samples: Sample[] = [];
      // Workers share one queue, so that a slow server delays no other.
      const queue = hosts.values();
      const work = async () => {
        for (const host of queue) samples.push(...(await sample(host)));
      };
      await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, hosts.length) }, work));
      await inUnauditedTransaction(systemCtx(services, 'databases'), async ({ db, changed }) => {
        await storeSamples(db, minute, samples);
        await dropSamplesBefore(db, minute - DAY_MINUTES);
        if (hosts.length > 0) changed(TOPIC.databases);
      });
    },
  };
}

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${ms / 1000} s.`)), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
