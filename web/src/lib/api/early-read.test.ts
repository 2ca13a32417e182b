import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { earlyFirstRows, fetchOrTakeEarly, readEarly } from './early-read.ts';

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
let sent: string[] = [];
let silent = false;
let answers: (() => Promise<Response>)[] = [];

beforeEach(() => {
  sent = [];
  answers = [];
  silent = false;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    sent.push(address);
    if (init?.signal?.aborted) return Promise.reject(new DOMException('called off', 'AbortError'));
    if (silent)
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('over'))));
    return answers.shift()?.() ?? Promise.resolve(new Response(`answer ${sent.length}`));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const take = async (address: string, token: string) => (await fetchOrTakeEarly(address, bearer(token))).text();

it('serves the response to the first call for its address, once', async () => {
  readEarly('/api/tenant', 'a');
  expect(await take('/api/tenant', 'a')).toBe('answer 1');
  expect(await take('/api/tenant', 'a')).toBe('answer 2');
  expect(sent).toHaveLength(2);
});

it('reads nothing without a token, and gives nothing to another address or sign-in', async () => {
  readEarly('/api/tenant', null);
  expect(sent).toEqual([]);
  readEarly('/api/tenant', 'a');
  expect(await take('/api/region', 'a')).toBe('answer 2');
  expect(await take('/api/tenant', 'b')).toBe('answer 3');
});

it('requests again when the early read failed or is stale', async () => {
  answers = [() => Promise.reject(new TypeError('offline'))];
  readEarly('/api/tenant', 'a');
  expect(await take('/api/tenant', 'a')).toBe('answer 2');
  readEarly('/api/tenant', 'a');
  vi.advanceTimersByTime(10_000);
  expect(await take('/api/tenant', 'a')).toBe('answer 4');
});

it('ends with the call that took it, so that a silent server blocks nobody', async () => {
  silent = true;
  readEarly('/api/tenant', 'a');
  const limit = new AbortController();
  const taken = fetchOrTakeEarly('/api/tenant', { ...bearer('a'), signal: limit.signal });
  limit.abort();
  await expect(taken).rejects.toThrow('called off');
});

it('exposes the first rows as soon as they arrive, for the same address and token, until it is taken', async () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id }));
  answers = [() => Promise.resolve(Response.json({ rows }))];
  readEarly('/api/tenant', 'a');
  expect(earlyFirstRows('/api/tenant', 'a')).toBeNull();
  await vi.waitFor(() => expect(earlyFirstRows('/api/tenant', 'a')).toEqual({ rows: rows.slice(0, 60) }));
  expect(earlyFirstRows('/api/region', 'a')).toBeNull();
  expect(earlyFirstRows('/api/tenant', 'b')).toBeNull();
  expect(JSON.parse(await take('/api/tenant', 'a'))).toEqual({ rows });
  expect(earlyFirstRows('/api/tenant', 'a')).toBeNull();
});

it('shows no rows of a stale or failed response', async () => {
  const rows = Array.from({ length: 100 }, () => ({}));
  answers = [
    () => Promise.resolve(Response.json({ rows })),
    () => Promise.resolve(Response.json({ rows }, { status: 500 })),
  ];
  readEarly('/api/tenant', 'a');
  await vi.waitFor(() => expect(earlyFirstRows('/api/tenant', 'a')).not.toBeNull());
  vi.advanceTimersByTime(10_000);
  expect(earlyFirstRows('/api/tenant', 'a')).toBeNull();
  readEarly('/api/tenant', 'a');
  await vi.advanceTimersByTimeAsync(100);
  expect(earlyFirstRows('/api/tenant', 'a')).toBeNull();
});
