import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { CheckedMonitor, Ids } from '../queries-fleet.ts';
import { checkedMonitor, setupOf } from '../testing/probing.ts';
import { createCheckThread, createProberHealth } from './check-thread.ts';
import type { Checker, Setup } from './checker.ts';
import { dueAfter } from './due-times.ts';

const LONG = { timeout: 60_000 };
const asked: string[] = [];
const gateway = createServer((request, response) => {
  asked.push(request.headers.host ?? '');
  response.end();
});
beforeAll(async () => {
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
});
afterAll(() => void gateway.close());

let checker: Checker;
afterEach(() => checker.close());

function start() {
  const threads: Worker[] = [];
  const health = createProberHealth();
  const late: number[] = [];
  health.onChecks = (lateMs) => void late.push(...lateMs);
  const sites = { ports: [], gateway: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}` };
  checker = createCheckThread(
    { clock: systemClock, log: createLog('silent') },
    Promise.resolve(sites),
    health,
    (data) => {
      const thread = new Worker(new URL('./check-worker.ts', import.meta.url), { workerData: data, env: {} });
      threads.push(thread);
      return thread;
    },
  );
  return { threads, health, late };
}

let last = 0;
/** A monitor that is due soon. */
function soon(): CheckedMonitor {
  const now = systemClock.now().getTime();
  for (let id = last + 1; ; id += 1) {
    const wait = dueAfter(id, null, now) - now;
    if (wait < 300 || wait > 700) continue;
    last = id;
    return checkedMonitor(id);
  }
}

/** Resolves when the newest thread has loaded its modules. */
const up = (threads: readonly Worker[]) => Promise.all(threads.slice(-1).map((thread) => once(thread, 'message')));

const until = (): number => systemClock.now().getTime() + 60_000;
const all = (...monitors: CheckedMonitor[]): Setup => setupOf(monitors, until());
const among = (ids: Ids, ...monitors: CheckedMonitor[]): Setup => ({ until: until(), change: { ids, monitors } });
/** Checks the monitors of these setups; resolves when each has been checked. */
async function check(...setups: Setup[]): Promise<number[]> {
  for (const setup of setups) checker.use(setup);
  const wanted = setups.flatMap(({ change }) => change?.monitors ?? []).length;
  const found: number[] = [];
  await vi.waitFor(
    async () => {
      for (const { id, checks } of await checker.drainFindings())
        found.push(...Array.from({ length: checks }, () => id));
      expect(found.length).toBeGreaterThanOrEqual(wanted);
    },
    { timeout: 40_000, interval: 50 },
  );
  return found;
}

it('checks each monitor once per interval, including those added later', LONG, async () => {
  const { late, health, threads } = start();
  await up(threads);
  const first = [soon(), soon()];
  const checked = await check(all(...first));
  expect(checked).toHaveLength(2);
  expect(new Set(checked)).toEqual(new Set(first.map(({ id }) => id)));
  const third = soon();
  expect(await check(among([third.id], third))).toEqual([third.id]);
  expect(asked.toSorted()).toEqual([...first, third].map(({ host }) => host).toSorted());
  expect(late).toHaveLength(3);
  expect(health).toMatchObject({ restarts: 0, warning: null });
});

it('is restarted when its thread dies, reports so until it checks, and needs all monitors then', LONG, async () => {
  const { threads, health } = start();
  await up(threads);
  const one = soon();
  await check(all(one));
  const draining = checker.drainFindings();
  await threads[0]?.terminate();
  expect(await draining).toEqual([]);
  expect(health.restarts).toBe(1);
  expect(health.warning).toContain('ended unexpectedly');
  checker.use(all(one));
  expect(checker.state().isEmpty).toBe(true);
  await vi.waitFor(() => expect(threads).toHaveLength(2), { timeout: 20_000 });
  checker.use(among([one.id], one));
  checker.use(among({ after: one.id, to: Infinity }));
  expect(checker.state().isEmpty).toBe(true);
  await up(threads);
  const [two, three] = [soon(), soon()];
  const parts = [among({ after: 0, to: two.id }, two), among({ after: two.id, to: Infinity }, three)];
  expect((await check(...parts)).toSorted((a, b) => a - b)).toEqual([two.id, three.id]);
  expect(health.warning).toBeNull();
});

it('is terminated when it reports nothing for a minute', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const terminate = vi.fn(() => Promise.resolve(0));
  const thread = Object.assign(new EventEmitter(), { threadId: 1, postMessage: () => undefined, terminate });
  const health = createProberHealth();
  checker = createCheckThread(
    { clock: systemClock, log: createLog('silent') },
    Promise.resolve({ ports: [] }),
    health,
    () => thread as unknown as Worker,
  );
  thread.emit('message', { found: [], state: { lastCheck: null, faultySince: null, isEmpty: false }, lateMs: [] });
  void checker.drainFindings();
  vi.advanceTimersByTime(59_000);
  expect(terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(terminate).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

it('ends with the prober', LONG, async () => {
  const { threads, health } = start();
  await up(threads);
  const ended = Promise.all(threads.map((thread) => once(thread, 'exit')));
  checker.stop();
  await checker.close();
  expect(await ended).toHaveLength(1);
  expect(await checker.drainFindings()).toEqual([]);
  expect(health.restarts).toBe(0);
});
