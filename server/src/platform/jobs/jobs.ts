import type { Db } from '../database/database.ts';

/** A kind of background work. Handlers must bear being run again: a crash repeats the attempt. */
export interface JobKind<Data extends object> {
  /** Unique, feature first: `config.resume-publications`. */
  name: string;
  /** Works one job off; a rejection has it tried again later. Several jobs of a kind may run at the same time. */
  run(data: Data): Promise<void>;
  /** Cron expression (UTC); the whole installation runs it once per tick. */
  schedule?: string;
  /** Also run once whenever a worker starts. */
  atStart?: boolean;
}

/** When a job runs, and how long it is tried. */
export interface SendOptions {
  /** The time before which it does not start; a worker starts it within about two seconds after. Without: now. */
  at?: Date;
  /** For work that waits for other machines: tried for about a day, at last every ten minutes, instead of five times. */
  patient?: boolean;
}

/** The queue as features see it. */
export interface Jobs {
  /** Queues work in the caller's transaction, so that it exists exactly when the change does. */
  send(db: Db, name: string, data: object, options?: SendOptions): Promise<void>;
}
