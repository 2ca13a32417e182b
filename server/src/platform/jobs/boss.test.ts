import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../database/database.ts';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { createJobQueue, type JobQueue } from './boss.ts';
import type { JobKind } from './jobs.ts';
import { jobMetrics } from './metrics.ts';

const t = setUpTestCtx();
let queue: JobQueue;
beforeAll(async () => {
  queue = createJobQueue(t.open, t.log, true);
  await queue.prepare([]);
});
afterAll(() => queue.stop(5_000));

/** A job kind whose runs can be awaited. */
function recorded(name: string, more: { atStart?: boolean; schedule?: string; timed?: true } = {}) {
  const seen: object[] = [];
  const waiting: (() => void)[] = [];
  const run = async (data: object): Promise<void> => {
    seen.push(data);
    waiting.shift()?.();
  };
  const nextRun = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));
  return { kind: { name, run, ...more }, seen, nextRun };
}

// Without the announcement its worker would poll for it after 30 s, later than the test's timeout (0136).
it('runs a job sent in a committed transaction at once, and none from a failed one', async () => {
  const job = recorded('test.do');
  await queue.work([job.kind]);
  const ran = job.nextRun();
  const failed = t.db.transaction(async (db) => {
    await queue.send(db, 'test.do', { from: 'failed' });
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  await t.db.transaction((db) => queue.send(db, 'test.do', { from: 'committed' }));
  await ran;
  expect(job.seen).toEqual([{ from: 'committed' }]);
});

it('runs the start jobs once when a worker starts', async () => {
  const job = recorded('test.at-start', { atStart: true });
  const ran = job.nextRun();
  await queue.work([job.kind]);
  await ran;
  expect(job.seen).toHaveLength(1);
});

it('rejects a delayed or persistent job of a kind that is polled rarely', async () => {
  const job = recorded('test.idle');
  await queue.prepare([job.kind]);
  const send = (options: object) => t.db.transaction((db) => queue.send(db, 'test.idle', {}, options));
  await expect(send({ at: new Date() })).rejects.toThrow('must be declared as timed');
  await expect(send({ persistent: true })).rejects.toThrow('must be declared as timed');
});

it('announces jobs of a queue created by an earlier version, and gives it a heartbeat', async () => {
  const job = recorded('test.old');
  await queue.prepare([job.kind]);
  await t.db.execute(sql`update jobs.queue set notify = false, heartbeat_seconds = null where name = 'test.old'`);
  await queue.work([job.kind]);
  const found = await rows(t.db, sql`select heartbeat_seconds as beat from jobs.queue where name = 'test.old'`);
  expect(found).toEqual([{ beat: 60 }]);
  const ran = job.nextRun();
  await t.db.transaction((db) => queue.send(db, 'test.old', {}));
  await ran;
  expect(job.seen).toEqual([{}]);
});

it('does not start a job before its time', async () => {
  const job = recorded('test.later', { timed: true });
  await queue.work([job.kind]);
  const ran = job.nextRun();
  const soon = new Date(Date.now() + 1_500);
  await t.db.transaction(async (db) => {
    await queue.send(db, 'test.later', { from: 'far' }, { at: new Date(Date.now() + 3_600_000) });
    await queue.send(db, 'test.later', { from: 'soon' }, { at: soon });
  });
  await ran;
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
  expect(job.seen).toEqual([{ from: 'soon' }]);
});

it('runs a due job although one of the same kind waits for a later time, and one job per time', async () => {
  const job = recorded('test.ends', { timed: true, atStart: true, schedule: '0 0 1 1 *' });
  await queue.prepare([job.kind]);
  const send = (from: string, at?: number) =>
    t.db.transaction((db) => queue.send(db, 'test.ends', { from }, at === undefined ? {} : { at: new Date(at) }));
  const now = Date.now();
  await send('in an hour', now + 3_600_000);
  await send('soon', now + 1_000);
  await send('also soon', now + 1_000);
  const started = [job.nextRun(), job.nextRun()];
  await queue.work([job.kind]);
  await Promise.all(started);
  // One job per time, because all would do the same.
  expect(job.seen).toEqual(expect.arrayContaining([{}, { from: 'soon' }]));
  const ran = job.nextRun();
  await send('now');
  await ran;
  expect(job.seen.slice(2)).toEqual([{ from: 'now' }]);
});

it('retries a failed job without the rest of its batch', async () => {
  const seen: string[] = [];
  let done = (): void => undefined;
  const finished = new Promise<void>((resolve) => (done = resolve));
  const run = async (data: object): Promise<void> => {
    const { from } = data as { from: string };
    seen.push(from);
    if (from !== 'weak') return;
    if (seen.filter((one) => one === 'weak').length === 1) throw new Error('not yet');
    done();
  };
  const kind = { name: 'test.retry', timed: true, run } as const;
  await queue.prepare([kind]);
  await t.db.transaction(async (db) => {
    await queue.send(db, 'test.retry', { from: 'weak' }, { persistent: true });
    await queue.send(db, 'test.retry', { from: 'strong' });
  });
  await queue.work([kind]);
  await finished;
  expect(seen.toSorted()).toEqual(['strong', 'weak', 'weak']);
});

it('runs repeated jobs after the others of their kind, once, and knows of those that wait', async () => {
  const seen: string[] = [];
  const all = Promise.withResolvers<void>();
  const run = async (data: object): Promise<void> => {
    seen.push((data as { from: string }).from);
    if (seen.length === 20) all.resolve();
  };
  const kind = { name: 'test.repeated', timed: true, run } as const;
  await queue.prepare([kind]);
  await t.db.transaction(async (db) => {
    for (let job = 0; job < 10; job += 1) await queue.send(db, kind.name, { from: 'schedule' }, { repeated: true });
    for (let job = 0; job < 10; job += 1) await queue.send(db, kind.name, { from: 'person' });
  });
  expect(await queue.hasRepeated(t.db, kind.name)).toBe(true);
  await queue.work([kind]);
  await all.promise;
  expect(await queue.hasRepeated(t.db, kind.name)).toBe(false);
  expect(seen).toEqual([...Array<string>(10).fill('person'), ...Array<string>(10).fill('schedule')]);
  const limits = await rows(
    t.db,
    sql`select distinct data ->> 'from' as from, retry_limit from jobs.job where name = ${kind.name} order by 1`,
  );
  expect(limits).toEqual([
    { from: 'person', retry_limit: 5 },
    { from: 'schedule', retry_limit: 0 },
  ]);
});

it('measures the wait of the oldest job and permanent failures without repeated jobs, which wait and try again', async () => {
  const { kind } = recorded('test.measured');
  await queue.prepare([kind]);
  await t.db.transaction(async (db) => {
    await queue.send(db, kind.name, {});
    await queue.send(db, kind.name, {}, { repeated: true });
  });
  const wait = (priority: number, hours: number) =>
    t.db.execute(sql`update jobs.job set start_after = now() - interval '1 hour' * ${hours}::int
      where name = ${kind.name} and priority = ${priority}`);
  await wait(0, 10);
  await wait(-1, 1000);
  const seconds = await jobMetrics.find(({ name }) => name === 'jobs_oldest_seconds')?.read(t);
  expect(Math.floor((seconds?.get('') ?? 0) / 3600)).toBe(10);

  const failures = async () => (await jobMetrics.find(({ name }) => name === 'jobs')?.read(t))?.get('failed') ?? 0;
  const before = await failures();
  await t.db.execute(sql`update jobs.job set state = 'failed', completed_on = now() where name = ${kind.name}`);
  expect((await failures()) - before).toBe(1);
});

describe('a stopping worker', () => {
  /** Another worker of the same installation. */
  async function startOther(kind: JobKind<object>): Promise<JobQueue> {
    const other = createJobQueue(t.open, t.log, true);
    await other.prepare([kind]);
    await other.work([kind]);
    return other;
  }
  const send = (from: JobQueue, name: string) => t.db.transaction((db) => from.send(db, name, {}));

  it('leaves the jobs that it still sends to other workers', async () => {
    const [mine, theirs] = [recorded('test.pause'), recorded('test.pause')];
    const stopping = await startOther(mine.kind);
    await stopping.pause();
    await send(stopping, 'test.pause');
    const ran = theirs.nextRun();
    const other = await startOther(theirs.kind);
    await ran;
    expect([mine.seen, theirs.seen]).toEqual([[], [{}]]);
    await Promise.all([stopping.stop(1_000), other.stop(1_000)]);
  });

  it('has a job that does not end in time retried', async () => {
    const begun = Promise.withResolvers<void>();
    const endless = Promise.withResolvers<void>();
    const kind = { name: 'test.endless', timed: true, run: () => (begun.resolve(), endless.promise) } as const;
    const stopping = await startOther(kind);
    await send(stopping, kind.name);
    await begun.promise;
    await stopping.pause();
    await stopping.stop(1_000);
    endless.resolve();
    expect(await rows(t.db, sql`select state from jobs.job where name = ${kind.name}`)).toEqual([{ state: 'retry' }]);
  });
});
