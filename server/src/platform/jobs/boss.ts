import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type JobResult } from 'pg-boss';
import { rows, type OpenDatabase } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { safeMessage } from '../log/serialize-error.ts';
import type { JobKind, Jobs } from './jobs.ts';

/** The installation's job queue: jobs are rows, so any process may add them and exactly one worker runs each. */
export interface JobQueue extends Jobs {
  /** Creates the queue's schema and one queue per kind; required in every process before `send`. */
  prepare(kinds: JobKind<object>[]): Promise<void>;
  /** Starts processing these kinds, sets their schedules, and runs the `atStart` ones once. */
  work(kinds: JobKind<object>[]): Promise<void>;
  /** Starts no further jobs; running ones continue, and `send` still works. */
  pause(): Promise<void>;
  /** Lets running jobs finish, waiting at most `timeoutMs` (at least a second); the others fail, and another process retries them. */
  stop(timeoutMs: number): Promise<void>;
}

const BRIEF = { retryLimit: 5, retryBackoff: true };
const PERSISTENT = { retryLimit: 150, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 };
const REPEATED = { retryLimit: 0, priority: -1 };

// Workers process jobs in batches, and fetch the next batch immediately after a full one: at ten jobs per two seconds, the 2,000 tenants of
// a maintenance window would wait for minutes (bench/windows.ts).
const WORK = { batchSize: 10, burstWhenBatchFull: true, perJobResults: true, heartbeatRefreshSeconds: 15 } as const;
/**
 * Jobs of a killed process are retried this long after its last heartbeat, plus the time between two checks (a minute); without heartbeats,
 * after 15 minutes. It allows for heartbeats that wait for a connection while long statements hold them all. A machine that was suspended for
 * longer, or a database clock set forward, has running jobs start a second time; no limit would prevent that.
 */
const HEARTBEAT_SECONDS = 60;
// A due job is announced with the commit that sends it (0136). Workers poll for the others: delayed jobs and retries.
const POLL_SECONDS = { timed: 2, others: 30 };

/** Singleton key of jobs to run at once; it limits only kinds with a schedule. */
const DUE = 'due';
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** @param worker whether this process runs jobs; others only add them */
export function createJobQueue(open: OpenDatabase, log: Log, worker: boolean): JobQueue {
  const boss = new PgBoss({
    db: open.bossDb,
    schema: 'jobs',
    supervise: worker,
    schedule: worker,
    useListenNotify: worker,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  boss.on('warning', ({ message }) => log.warn(message));
  const untimed = new Set<string>();
  const working: string[] = [];
  return {
    prepare: async (kinds) => {
      await boss.start();
      await Promise.all(kinds.map((kind) => createQueue(boss, kind)));
      for (const { name, timed } of kinds) if (!timed) untimed.add(name);
    },
    async send(db, name, data, { at, persistent = false, repeated = false } = {}) {
      if ((at || persistent) && untimed.has(name)) throw new Error(`The job ${name} must be declared as timed.`);
      await boss.send(name, data, {
        db: fromDrizzle(db as unknown as Parameters<typeof fromDrizzle>[0], sql),
        ...(persistent ? PERSISTENT : repeated ? REPEATED : BRIEF),
        ...(at && { startAfter: at }),
        singletonKey: at ? at.toISOString() : DUE,
      });
    },
    async hasRepeated(db, name) {
      const waiting = sql`select from jobs.job where name = ${name} and priority < 0 and state < 'active' and not blocked`;
      const [found] = await rows<{ any: boolean }>(db, sql`select exists(${waiting}) as any`);
      return found?.any === true;
    },
    work: async (kinds) => {
      const starting = kinds.map((kind) =>
        start(boss, { ...kind, run: (data) => open.withLongTimeouts(() => kind.run(data)) }, log),
      );
      working.push(...kinds.map(({ name }) => name));
      await Promise.all(starting);
    },
    pause: async () => void (await Promise.all(working.map((name) => boss.offWork(name, { wait: false })))),
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs }),
  };
}

async function createQueue(boss: PgBoss, kind: JobKind<object>): Promise<void> {
  // One pending tick is enough: schedules that pile up while no worker runs would all do the same work. A delayed job has a separate key;
  // otherwise it would block all others of its kind until it is due.
  const options = { notify: true, heartbeatSeconds: HEARTBEAT_SECONDS };
  await boss.createQueue(kind.name, { ...options, ...(kind.schedule !== undefined && { policy: 'short' }) });
  // Queues of earlier versions do not announce their jobs, or have no heartbeat.
  const made = await boss.getQueue(kind.name);
  if (!made?.notify || made.heartbeatSeconds !== HEARTBEAT_SECONDS) await boss.updateQueue(kind.name, options);
  // Makes pg-boss cache the queue: otherwise the first `send` inside a transaction of the embedded database would deadlock with itself.
  await boss.findJobs(kind.name, { id: NO_JOB });
}

async function start(boss: PgBoss, kind: JobKind<object>, log: Log): Promise<void> {
  await createQueue(boss, kind);
  const seconds = kind.timed ? POLL_SECONDS.timed : POLL_SECONDS.others;
  const polling = { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds };
  await boss.work(kind.name, { ...WORK, ...polling }, (jobs: { id: string; data: object | null }[]) =>
    Promise.all(jobs.map((job) => settle(kind, job, log))),
  );
  if (kind.schedule !== undefined) await boss.schedule(kind.name, kind.schedule, null, { singletonKey: DUE });
  if (kind.atStart) await boss.send(kind.name, {}, { singletonKey: DUE });
}

/** Runs one job of a batch; a failed one is retried without the others. */
async function settle(kind: JobKind<object>, job: { id: string; data: object | null }, log: Log): Promise<JobResult> {
  const facts = { job: kind.name, id: job.id };
  log.debug(facts, 'job starts');
  try {
    await kind.run(job.data ?? {});
    return { id: job.id, status: 'completed' };
  } catch (error) {
    log.warn({ ...facts, err: error }, 'a job failed; it is retried up to its limit');
    return { id: job.id, status: 'failed', output: { message: safeMessage(error) } };
  }
}
