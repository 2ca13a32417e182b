import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import type { JobKind, Jobs } from './jobs.ts';

/** The queue of the installation: jobs are rows, so any process may add them and exactly one worker runs each. */
export interface JobQueue extends Jobs {
  /** Creates the queue's own schema; needed in every process before `send`. */
  prepare(): Promise<void>;
  /** Starts to work on these kinds, sets their schedules, and runs the `atStart` ones once. */
  work(kinds: JobKind<object>[]): Promise<void>;
  /** Lets running jobs finish, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** @param worker whether this process runs jobs; others only add them. */
export function createJobQueue(open: OpenDatabase, log: Log, worker: boolean): JobQueue {
  const boss = new PgBoss({ db: open.bossDb, schema: 'jobs', supervise: worker, schedule: worker });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'));
  return {
    prepare: async () => void (await boss.start()),
    send: async (db, name, data) =>
      void (await boss.send(name, data, {
        db: fromDrizzle(db as unknown as Parameters<typeof fromDrizzle>[0], sql),
        retryLimit: 5,
        retryBackoff: true,
      })),
    work: async (kinds) => {
      for (const kind of kinds) await start(boss, kind, log);
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs }),
  };
}

async function start(boss: PgBoss, kind: JobKind<object>, log: Log): Promise<void> {
  // A waiting tick is enough: schedules that pile up while no worker runs would all do the same work.
  await boss.createQueue(kind.name, kind.schedule === undefined ? {} : { policy: 'short' });
  await boss.work(kind.name, async (jobs: { id: string; data: object | null }[]) => {
    for (const job of jobs) {
      log.debug({ job: kind.name, id: job.id }, 'job starts');
      await kind.run(job.data ?? {});
    }
  });
  if (kind.schedule !== undefined) await boss.schedule(kind.name, kind.schedule);
  if (kind.atStart) await boss.send(kind.name, {});
}
