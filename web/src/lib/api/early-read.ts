import { readFirstRows } from './first-rows.ts';

/** A response requested before the app ran. */
interface EarlyRead {
  address: string;
  authorization: string;
  answer: Promise<Response>;
  /** Its first rows, once they have arrived. */
  firstRows: unknown;
  /** Aborts the read when its call is aborted or times out. */
  stop: AbortController;
  /** Stale after this time, in ms. */
  until: number;
}

/** Longer than the app takes to load over a slow network. */
const FRESH_MS = 10_000;
let early: EarlyRead | null = null;

/**
 * Starts reading an address with the tab's stored token, so that the response loads in parallel with the app. The first call to that address
 * takes it.
 */
export function readEarly(address: string, token: string | null): void {
  if (token === null) return;
  const authorization = `Bearer ${token}`;
  const stop = new AbortController();
  const answer = fetch(address, { headers: { accept: 'application/json', authorization }, signal: stop.signal });
  const read: EarlyRead = {
    address,
    authorization,
    answer,
    firstRows: null,
    stop,
    until: performance.now() + FRESH_MS,
  };
  early = read;
  answer
    .then(async (response) => {
      if (response.ok) read.firstRows = await readFirstRows(response);
    })
    // It may never be consumed; a caller that consumes it sees the error.
    .catch(() => undefined);
}

/** First rows of an early read not yet taken, for the same address and token; null if there is none. */
export function earlyFirstRows(address: string, token: string): unknown {
  if (early === null || performance.now() >= early.until) return null;
  return early.address === address && early.authorization === `Bearer ${token}` ? early.firstRows : null;
}

/** Fetches, or takes the early read of the same address and token. */
export function fetchOrTakeEarly(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const taken = early;
  const isSame =
    taken !== null &&
    taken.address === input &&
    (init?.method ?? 'GET') === 'GET' &&
    new Headers(init?.headers).get('authorization') === taken.authorization;
  if (!isSame) return fetch(input, init);
  early = null;
  if (performance.now() >= taken.until) {
    taken.stop.abort();
    return fetch(input, init);
  }
  // The call's own signal also limits the early read.
  const { signal } = init ?? {};
  if (signal?.aborted) taken.stop.abort();
  signal?.addEventListener('abort', () => taken.stop.abort(), { once: true });
  // A failed early read does not fail the call, which is made again.
  return taken.answer.catch(() => fetch(input, init));
}
