import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { rows, type Db } from './database.ts';

/** Skew between this machine and the database that is worth a warning. */
const WARN_SKEW_MS = 2_000;

interface Source {
  /** This machine's clock, possibly skewed. */
  machine: Clock;
  /** Monotonic milliseconds. */
  elapsed: () => number;
  log: Log;
}

/** This process's estimate of the database clock: the same in all processes of the installation, however skewed their machines. */
export interface DatabaseClock extends Clock {
  /** Samples the database clock. Before the first sample this machine's clock is used. */
  follow(db: Db): Promise<void>;
}

export function createDatabaseClock({ machine, elapsed, log }: Source): DatabaseClock {
  /** Database time at monotonic zero, in ms since 1970. */
  let origin: number | null = null;
  let warned = false;
  return {
    now: () => (origin === null ? machine.now() : new Date(Math.round(origin + elapsed()))),
    async follow(db) {
      const sent = elapsed();
      const [answer] = await rows<{ ms: string }>(db, sql`select extract(epoch from clock_timestamp()) * 1000 as ms`);
      const came = elapsed();
      if (!answer) throw new Error('The database returned no time.');
      // The sample was taken between sending and receiving: correct the estimate only as far as it lies outside that interval.
      const [latest, earliest] = [Number(answer.ms) - sent, Number(answer.ms) - came];
      origin = Math.min(latest, Math.max(earliest, origin ?? (latest + earliest) / 2));
      const aheadMs = Math.round(machine.now().getTime() - (origin + came));
      if (Math.abs(aheadMs) < WARN_SKEW_MS) warned = false;
      else if (!warned) {
        warned = true;
        log.warn({ aheadMs }, 'the clock of this machine differs from the database clock; the database clock is used');
      }
    },
  };
}
