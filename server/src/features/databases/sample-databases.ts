import { DAY_MINUTES } from '@mission-control/contract/databases/activity';
import { systemCtx, type Services } from '../../platform/context.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import type { DatabaseServer } from '../../ports/tenant-databases/port.ts';
import { minuteOf } from './activity.ts';
import { dropSamplesBefore, listHostsToSample, storeSamples, type Sample } from './queries-samples.ts';

const AT_ONCE = 100;
const LONGEST_MS = 10_000;

/** Asks every server for its load; one that cannot be asked leaves a gap. */
export interface Sampler {
  /** Takes the sample of this minute. */
  run(): Promise<void>;
}

/** @param longestMs how long one server may take */
export function createSampler(services: Services, longestMs = LONGEST_MS): Sampler {
  /** Those that could not be asked the last time: each is warned of once, not every minute. */
  const silent = new Set<number>();

  async function ask(host: DatabaseServer & { id: number }): Promise<Sample[]> {
    const facts = { database: host.name };
    try {
      const load = await within(longestMs, services.ports.tenantDatabases.load(host));
      if (silent.delete(host.id)) services.log.info(facts, 'the load of a database server can be measured again');
      return [{ hostId: host.id, load }];
    } catch (error) {
      if (!silent.has(host.id)) services.log.warn({ ...facts, err: error }, 'a database server does not tell its load');
      silent.add(host.id);
      return [];
    }
  }

  return {
    async run() {
      const minute = minuteOf(services.clock.now());
      const hosts = await listHostsToSample(services.db);
      const samples: Sample[] = [];
      const waiting = hosts.values();
      // Several take turns on one list, so that a slow server holds up none but itself.
      const work = async () => {
        for (const host of waiting) samples.push(...(await ask(host)));
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, hosts.length) }, work));
      await inUnauditedTransaction(systemCtx(services, 'databases'), async ({ db, changed }) => {
        await storeSamples(db, minute, samples);
        await dropSamplesBefore(db, minute - DAY_MINUTES);
        if (hosts.length > 0) changed('databases');
      });
    },
  };
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not answer within ${ms / 1000} s.`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
