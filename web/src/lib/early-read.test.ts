import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchOrTakeEarly, readEarly } from './early-read.ts';

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
let sent: string[] = [];
let answers: (() => Promise<Response>)[] = [];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (address: string) => {
    sent.push(address);
    return answers.shift()?.() ?? Promise.resolve(new Response(`answer ${sent.length}`));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const take = async (address: string, token: string) => (await fetchOrTakeEarly(address, bearer(token))).text();

it('gives the answer to the first call of its address, once', async () => {
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

it('asks again when the early read failed or is too old', async () => {
  answers = [() => Promise.reject(new TypeError('offline'))];
  readEarly('/api/tenant', 'a');
  expect(await take('/api/tenant', 'a')).toBe('answer 2');
  readEarly('/api/tenant', 'a');
  vi.advanceTimersByTime(3_000);
  expect(await take('/api/tenant', 'a')).toBe('answer 4');
});
