import { TOPIC } from '@mission-control/contract/topics';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { invalidateTopics, retryIntervalAfterFailure } from './query.ts';

const failure = (code: ApiError['code']) => new ApiError({ status: 0, code, messages: ['No.'], requestId: null });

afterEach(() => void vi.useRealTimers());

/** Reads with these answers in order, as the console's query client does; returns what is shown after `ms`. */
async function readFor(ms: number, answers: (string | ApiError)[], shown?: true) {
  vi.useFakeTimers();
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchInterval: (query) => retryIntervalAfterFailure(query, shown),
      },
    },
  });
  const observer = new QueryObserver<string, ApiError>(client, {
    queryKey: ['q'],
    queryFn: async () => {
      const answer = answers.shift() ?? 'no more answers';
      if (answer instanceof ApiError) throw answer;
      return answer;
    },
  });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  // A live event.
  if (observer.getCurrentResult().data !== undefined) void client.invalidateQueries();
  await vi.advanceTimersByTimeAsync(ms);
  const { data, error } = observer.getCurrentResult();
  stop();
  client.clear();
  return { data, error: error?.code ?? null, left: answers.length };
}

it('retries a read that failed after a live event until it succeeds, and keeps showing the data meanwhile', async () => {
  expect(await readFor(1_000, ['old', failure('offline'), failure('timeout'), 'new'])).toEqual({
    data: 'old',
    error: 'offline',
    left: 2,
  });
  expect(await readFor(11_000, ['old', failure('offline'), failure('timeout'), 'new'])).toEqual({
    data: 'new',
    error: null,
    left: 0,
  });
});

it('does not retry permanent failures or successes', async () => {
  expect(await readFor(60_000, ['old', failure('not_found'), 'new'])).toMatchObject({ data: 'old', left: 1 });
  expect(await readFor(60_000, ['old', 'new', 'newer'])).toMatchObject({ data: 'new', left: 1 });
});

it('does not retry an error shown without data, which would flicker, unless partial data is shown', async () => {
  expect(await readFor(60_000, [failure('offline'), 'new'])).toMatchObject({ error: 'offline', left: 1 });
  expect(await readFor(6_000, [failure('offline'), 'new'], true)).toMatchObject({ data: 'new', left: 0 });
});

it('reads again after a first read that was in progress during changes, once however many there were', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const reads: PromiseWithResolvers<string>[] = [];
  const read = (): Promise<string> => {
    const started = Promise.withResolvers<string>();
    reads.push(started);
    return started.promise;
  };
  const observer = new QueryObserver<string, ApiError>(client, {
    queryKey: ['q'],
    queryFn: read,
    meta: { topics: [TOPIC.tenants] },
  });
  const stop = observer.subscribe(() => undefined);
  for (const _change of [1, 2]) await invalidateTopics(client, [TOPIC.tenants]);
  expect(reads).toHaveLength(1);
  reads[0]?.resolve('before');
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  expect(observer.getCurrentResult().data).toBe('before');
  reads[1]?.resolve('after');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  expect(reads).toHaveLength(2);
  stop();
  client.clear();
});

it('lets a throttled read that is slower than its interval end before it reads again, however many changes there are', async () => {
  vi.useFakeTimers();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  let started = 0;
  const observer = new QueryObserver<number, ApiError>(client, {
    queryKey: ['q'],
    queryFn: async ({ signal }) => {
      const read = (started += 1);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      signal.throwIfAborted();
      return read;
    },
    meta: { topics: [TOPIC.tenants], throttleMs: 400 },
  });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1_001);
  for (let change = 0; change < 50; change += 1) {
    void invalidateTopics(client, [TOPIC.tenants]);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(started).toBe(6);
  expect(observer.getCurrentResult().data).toBeGreaterThanOrEqual(5);
  stop();
  client.clear();
});
