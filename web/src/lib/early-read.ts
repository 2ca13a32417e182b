import { readFirstRows } from './first-rows.ts';

/** An answer that was asked for before the app itself ran. */
interface EarlyRead {
  address: string;
  authorization: string;
  answer: Promise<Response>;
  /** Its first rows, as soon as they have come. */
  firstRows: unknown;
  /** Ends the read, for a call that is called off or has waited long enough. */
  stop: AbortController;
  /** From when on it is too old to stand for an answer of now. */
  until: number;
}

const FRESH_MS = 3_000;
let early: EarlyRead | null = null;

/**
 * Starts to read an address with the token that the tab kept, so that the answer travels while the rest of the app is loaded and
 * run. The first call of that address takes it.
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
    // Nobody may come for it; who does hears of the failure.
    .catch(() => undefined);
}

/** The first rows of what was read early and not yet taken under the same address and token; null without. */
export function earlyFirstRows(address: string, token: string): unknown {
  if (early === null || performance.now() >= early.until) return null;
  return early.address === address && early.authorization === `Bearer ${token}` ? early.firstRows : null;
}

/** Fetches, or takes what was read early under the same address and token. */
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
  // The limits of the call hold for the answer it takes, too.
  const { signal } = init ?? {};
  if (signal?.aborted) taken.stop.abort();
  signal?.addEventListener('abort', () => taken.stop.abort(), { once: true });
  // A failed early read is no failure of the call: it is simply made again.
  return taken.answer.catch(() => fetch(input, init));
}
