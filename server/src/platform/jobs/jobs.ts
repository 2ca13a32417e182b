import type { Db } from '../database/database.ts';

/** A kind of background work. Handlers must bear being run again: a crash repeats the attempt. */
export interface JobKind<Data extends object> {
  /** Unique, feature first: `config.resume-publications`. */
  name: string;
  run(data: Data): Promise<void>;
  /** Cron expression (UTC); the whole installation runs it once per tick. */
  schedule?: string;
  /** Also run once whenever a worker starts. */
  atStart?: boolean;
}

/** The queue as features see it. */
export interface Jobs {
  /** Queues work in the caller's transaction, so that it exists exactly when the change does. */
  send(db: Db, name: string, data: object): Promise<void>;
}
