import type { Db } from '../database/database.ts';

/**
 * A kind of background work. Handlers must be idempotent: a crash repeats the attempt, and a suspended machine or a clock set forward may
 * repeat one that is still running.
 */
export interface JobKind<Data extends object> {
  /** Unique, feature first: `config.resume-publications`. */
  name: string;
  /** Runs one job; a rejection schedules a retry. Jobs of a kind may run concurrently. */
  run(data: Data): Promise<void>;
  /** Cron expression (UTC); the whole installation runs it once per tick. */
  schedule?: string;
  /** Also runs once whenever a worker starts. */
  atStart?: boolean;
  /** Its jobs may be delayed or persistent: workers poll for them every 2 s instead of every 30. */
  timed?: true;
}

interface SendOptions {
  /** Earliest start; the job starts within about two seconds of it. Immediately when absent. */
  at?: Date;
  /** For work that depends on other machines: retried for about a day, eventually every ten minutes, instead of five times. */
  persistent?: boolean;
  /** For work that a schedule sends again until it is done: not retried, and waits for the other jobs of its kind. */
  repeated?: boolean;
}

/** The queue as seen by features. */
export interface Jobs {
  /** Enqueues work in the caller's transaction, so that it exists exactly when the change does. */
  send(db: Db, name: string, data: object, options?: SendOptions): Promise<void>;
  /** Whether a repeated job of this kind has not started yet: its schedule then sends none, or they would pile up. */
  hasRepeated(db: Db, name: string): Promise<boolean>;
}
