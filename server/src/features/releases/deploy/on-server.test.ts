import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunWork } from '../../runs/public.ts';
import { onServer } from './on-server.ts';

const LIMIT = { limitMs: 1_800_000 };
const TARGET = { host: 'eu-qa-01', path: 'qa/bg/api' };

let abort: AbortController;
let ends: PromiseWithResolvers<number>;
const told: (string | undefined)[] = [];
let run: RunWork;
beforeEach(() => {
  vi.useFakeTimers();
  abort = new AbortController();
  ends = Promise.withResolvers();
  told.length = 0;
  run = {
    id: 1,
    signal: abort.signal,
    write: () => undefined,
    step: () => undefined,
    // Like the release runner: told to end by the signal, but it may be stuck in the kernel.
    command: (_argv, { signal }) => {
      signal?.addEventListener('abort', () => told.push(String(signal.reason)));
      return ends.promise;
    },
  };
});
afterEach(() => void vi.useRealTimers());

const LATE = 'eu-qa-01 did not complete a step on its files.';

it.each([
  ['the limit', () => vi.advanceTimersByTimeAsync(LIMIT.limitMs), LATE],
  ['the abort of the run', async () => abort.abort(new Error('Aborted by Amelia Hart.')), 'Aborted by Amelia Hart.'],
])('stops the command of a step at %s, and leaves it behind if it cannot be killed', async (_when, stop, reason) => {
  const step = onServer(run, TARGET, LIMIT, ({ execute }) => execute(['tar'], '/'));
  const ended = step.catch(String);
  await vi.advanceTimersByTimeAsync(1_000);
  await stop();
  expect(told).toEqual([expect.stringContaining(reason)]);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await ended).toContain(LATE);
  ends.resolve(0);
});

it('tells a step that it is left behind, and names the server when its command was stopped', async () => {
  const signals: AbortSignal[] = [];
  const step = onServer(run, TARGET, LIMIT, async ({ execute, signal }) => {
    signals.push(signal);
    await execute(['tar'], '/');
    signal.throwIfAborted();
  });
  const ended = step.catch(String);
  await vi.advanceTimersByTimeAsync(LIMIT.limitMs);
  expect(signals).toMatchObject([{ aborted: true }]);
  ends.resolve(0);
  expect(await ended).toContain(LATE);
});

it.each([
  ['succeeded', () => Promise.resolve()],
  ['failed', () => Promise.reject(new Error('No space left.'))],
])('listens for the abort until the step has %s', async (_how, work) => {
  const signals: AbortSignal[] = [];
  const listeners = (): number[] => signals.map((signal) => getEventListeners(signal, 'abort').length);
  await onServer(run, TARGET, LIMIT, async ({ signal }) => {
    signals.push(signal);
    expect(listeners()).toEqual([1]);
    await work();
  }).catch(String);
  expect(listeners()).toEqual([0]);
});
