import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { rows, type Db } from './database.ts';

/** More than this between the clocks of this machine and of the database is worth a warning. */
const WORTH_SAYING_MS = 2_000;

/** What it is made from; tests bring their own. */
interface Source {
  /** This machine's clock, which may be wrong. */
  machine: Clock;
  /** Ms that have gone by, in even steps, whatever is done to that clock. */
  elapsed: () => number;
  log: Log;
}

/** The clock of the database as this process knows it: the same in all processes of the installation, however wrong their machines are. */
export interface DatabaseClock extends Clock {
  /** Asks the database for the time. Until that was done once it is this machine's. */
  follow(db: Db): Promise<void>;
}

export function createDatabaseClock({ machine, elapsed, log }: Source): DatabaseClock {
  /** The database's time when nothing had gone by, in ms since 1970. */
  let origin: number | null = null;
  let told = false;
  return {
    now: () => (origin === null ? machine.now() : new Date(Math.round(origin + elapsed()))),
    async follow(db) {
      const sent = elapsed();
      const [answer] = await rows<{ ms: string }>(db, sql`select extract(epoch from clock_timestamp()) * 1000 as ms`);
      const came = elapsed();
      if (!answer) throw new Error('The database did not tell the time.');
      // It was told at some moment between the question and the answer: what was known is corrected only as far as it cannot be.
      const [latest, earliest] = [Number(answer.ms) - sent, Number(answer.ms) - came];
      origin = Math.min(latest, Math.max(earliest, origin ?? (latest + earliest) / 2));
      const aheadMs = Math.round(machine.now().getTime() - (origin + came));
      if (Math.abs(aheadMs) < WORTH_SAYING_MS) told = false;
      else if (!told) {
        told = true;
        log.warn({ aheadMs }, "this machine's clock differs from the database's, which is gone by");
      }
    },
  };
}
