import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestCtx, type TestCtx } from '../testing/test-ctx.ts';
import { createJobQueue, type JobQueue } from './boss.ts';

let t: TestCtx;
let queue: JobQueue;
beforeAll(async () => {
  t = await createTestCtx();
  queue = createJobQueue(t.open, t.log, true);
  await queue.prepare();
});
afterAll(async () => {
  await queue.stop(5_000);
  await t.close();
});

/** A kind whose runs can be awaited. */
function recorded(name: string, more: { atStart?: boolean } = {}) {
  const seen: object[] = [];
  const waiting: (() => void)[] = [];
  const run = async (data: object): Promise<void> => {
    seen.push(data);
    waiting.shift()?.();
  };
  const nextRun = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));
  return { kind: { name, run, ...more }, seen, nextRun };
}

it('runs a job that was sent in a committed transaction, and none of a failed one', async () => {
  const job = recorded('thing.do');
  await queue.work([job.kind]);
  const ran = job.nextRun();
  const failed = t.db.transaction(async (db) => {
    await queue.send(db, 'thing.do', { from: 'failed' });
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  await t.db.transaction((db) => queue.send(db, 'thing.do', { from: 'committed' }));
  await ran;
  expect(job.seen).toEqual([{ from: 'committed' }]);
});

it('runs the start jobs once when a worker starts', async () => {
  const job = recorded('thing.at-start', { atStart: true });
  const ran = job.nextRun();
  await queue.work([job.kind]);
  await ran;
  expect(job.seen).toHaveLength(1);
});
