import { refreshTokens } from '@mission-control/contract/auth/calls';
import type { Call, CallAnswer, CallRequest } from '@mission-control/contract/call';
import { listRuns } from '@mission-control/contract/runs/calls';
import { ApiError, readApiError } from './api-error.ts';
import { addressOf, initOf, type LooseRequest } from './api-request.ts';
import type { CredentialStore } from './credentials.ts';
import { painted, readFirstRows } from './first-rows.ts';
import { createSilenceLimit, type SilenceLimit } from './silence-limit.ts';
import { startCall, type StartedCall } from './start-call.ts';

/** What the client needs from the browser; a test hands in its own. */
export interface ApiClientDeps {
  fetch: typeof globalThis.fetch;
  credentials: CredentialStore;
  /** Runs the work while no other tab does; `navigator.locks` in the browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves after so many ms. */
  pause: (ms: number) => Promise<void>;
  /** The browser must go to the authentication address, which may come with the error (C-046); `refused` names the call. */
  onSignInRequired: (error: ApiError, refused: string) => void;
  /** The person may not do this; told here once for all screens (C-047). */
  onRoleDenied: (error: ApiError) => void;
}

interface SendOptions {
  signal?: AbortSignal | undefined;
  /** How long the server may be silent; commits to many servers ask for more. */
  timeoutMs?: number;
}

interface ReadOptions<Answer> extends SendOptions {
  /** For a long list: is told its first rows, in an answer of the same shape, and has time to show them before the rest is read. */
  onFirstRows?: ((answer: Answer) => void) | undefined;
}

/** The console's calls, typed by the contract. */
export interface ApiClient {
  /** Sends a call and reads its answer. @throws ApiError */
  send: <C extends Call>(
    call: C,
    request: CallRequest<C>,
    options?: ReadOptions<CallAnswer<C>>,
  ) => Promise<CallAnswer<C>>;
  /**
   * Sends a call that starts a run. It asks for 202 (C-133), and understands the documented answer too. When the answer is lost, the
   * click is looked for, then sent again: with its key it runs once.
   * @throws ApiError when it was refused, or the run has failed before it was answered
   */
  start: <C extends Call>(call: C, request: CallRequest<C>, key: string) => Promise<StartedCall<CallAnswer<C>>>;
  /** Opens a call whose answer is a stream; the time limit ends with the headers. @throws ApiError */
  open: <C extends Call>(call: C, request: CallRequest<C>, options: SendOptions) => Promise<Response>;
}

const TIMEOUT_MS = 10_000;
/** A server that does not know `Prefer: respond-async` answers when the run has ended. */
const RUN_TIMEOUT_MS = 2 * 60 * 60 * 1000;
/** Statuses by which the server says that a refresh token is worth nothing; anything else may pass (C-050). */
const REFRESH_REFUSED: readonly number[] = [400, 401, 403];

/** Builds the client. A 401 is answered with one refresh, shared by all calls in flight, and one retry (AUTH-06, AUTH-07). */
export function createApiClient(deps: ApiClientDeps): ApiClient {
  let refreshing: Promise<boolean> | null = null;

  async function exchange(
    call: Call,
    request: LooseRequest,
    signal: AbortSignal,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const address = addressOf(call, request);
    const init = { ...withHeaders(initOf(call, request), more), signal };
    const sent = deps.credentials.read()?.token ?? null;
    if (sent === null && call.access !== 'sign-in' && call.access !== 'anyone') {
      // Without a token the answer is known, and the guards have to hear of it.
      deps.credentials.clear();
      throw signedOut();
    }
    const response = await deps.fetch(address, withBearer(init, sent));
    const mayRefresh = response.status === 401 && call.access !== 'sign-in' && sent !== null;
    if (!mayRefresh) return accept(deps, call, response);
    refreshing ??= refresh(deps, sent).finally(() => {
      refreshing = null;
    });
    if (!(await refreshing)) return accept(deps, call, response);
    return accept(deps, call, await deps.fetch(address, withBearer(init, deps.credentials.read()?.token ?? null)));
  }

  const send: ApiClient['send'] = (call, request, options = {}) =>
    limited(options, async (limit) => {
      const response = await exchange(call, request, limit.signal);
      limit.heard();
      if (options.onFirstRows) await tellFirstRows(response, options.onFirstRows, limit).catch(brokenOff(response));
      return readAnswer<CallAnswer<typeof call>>(response, limit).catch(brokenOff(response));
    });

  return {
    send,
    start: (call, request, key) =>
      startCall({
        ask: (headers) =>
          limited({ timeoutMs: RUN_TIMEOUT_MS }, async (limit) => {
            const response = await exchange(call, request, limit.signal, headers);
            const answer = await readAnswer<CallAnswer<typeof call>>(response, limit).catch(brokenOff(response));
            return { isAccepted: response.status === 202, answer };
          }),
        findRun: async () => (await send(listRuns, { query: { key } })).runs[0]?.id,
        pause: deps.pause,
        key,
      }),
    open: (call, request, options) => limited(options, ({ signal }) => exchange(call, request, signal)),
  };
}

/** True when a newer token is in place. Another call may have put it there while we waited for the lock. */
function refresh({ credentials, exclusively, fetch }: ApiClientDeps, stale: string): Promise<boolean> {
  return exclusively(async () => {
    const kept = credentials.read();
    if (kept === null) return false;
    if (kept.token !== stale) return true;
    const init = initOf(refreshTokens, { body: { refresh_token: kept.refreshToken } });
    return limited({}, async (limit) => {
      const response = await fetch(addressOf(refreshTokens, {}), { ...init, signal: limit.signal });
      if (REFRESH_REFUSED.includes(response.status)) return false;
      if (!response.ok) throw await readApiError(response);
      const answer = await readAnswer<CallAnswer<typeof refreshTokens>>(response, limit);
      credentials.write({ token: answer.token, refreshToken: answer.refreshToken, user: answer.username });
      return true;
    });
  });
}

async function accept(deps: ApiClientDeps, call: Call, response: Response): Promise<Response> {
  if (response.ok) return response;
  const error = await readApiError(response);
  if (response.status === 401 && call.access !== 'sign-in') deps.credentials.clear();
  if (error.code === 'role_denied') {
    error.announced = true;
    deps.onRoleDenied(error);
  } else if (response.status === 403) {
    error.announced = true;
    deps.onSignInRequired(error, call.name);
  }
  throw error;
}

function signedOut(): ApiError {
  const messages = ['You are not signed in.'] as const;
  return new ApiError({ status: 401, code: 'not_signed_in', messages, requestId: null });
}

function withHeaders(init: RequestInit, more: Readonly<Record<string, string>>): RequestInit {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return { ...init, headers };
}

const withBearer = (init: RequestInit, token: string | null): RequestInit =>
  withHeaders(init, token === null ? {} : { authorization: `Bearer ${token}` });

/** Runs `work` under the limit of the server's silence and the caller's own signal; turns a missing answer into words. */
async function limited<T>(options: SendOptions, work: (limit: SilenceLimit) => Promise<T>): Promise<T> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const limit = createSilenceLimit(timeoutMs, options.signal);
  try {
    return await work(limit);
  } catch (cause) {
    // A person who moved on has no error to read; TanStack Query knows its own signal.
    if (cause instanceof ApiError || options.signal?.aborted) throw cause;
    throw noAnswer(limit.isOver(), timeoutMs, cause);
  } finally {
    limit.end();
  }
}

async function tellFirstRows<T>(response: Response, tell: (answer: T) => void, { heard }: SilenceLimit): Promise<void> {
  const first = await readFirstRows(response, undefined, heard);
  if (first === null) return;
  tell(first as T);
  // Reading the whole of it keeps the browser from painting.
  await painted();
}

/** The server has checked the answer against its own schema; a second check here would only weigh. */
async function readAnswer<T>(response: Response, limit: SilenceLimit): Promise<T> {
  const text = await readText(response, limit);
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const messages = ['The answer of the server could not be read.'] as const;
    const requestId = response.headers.get('x-request-id');
    throw new ApiError({ status: response.status, code: 'unreadable', messages, requestId }, { cause });
  }
}

/** Piece by piece, because each piece proves that the server is not silent. @throws TypeError when the answer breaks off */
async function readText(response: Response, { heard }: SilenceLimit): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return text + decoder.decode();
    heard();
    text += decoder.decode(piece.value, { stream: true });
  }
}

/** The process that began to answer is gone: with another one it is worth a second try, as with a proxy's 502. */
function brokenOff(response: Response): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof TypeError)) throw cause;
    const messages = ['The answer of the server broke off. Look at what it has done, then try again.'] as const;
    const requestId = response.headers.get('x-request-id');
    throw new ApiError({ status: response.status, code: 'unavailable', messages, requestId }, { cause });
  };
}

function noAnswer(timedOut: boolean, timeoutMs: number, cause: unknown): ApiError {
  const message = timedOut
    ? `The server did not answer within ${Math.round(timeoutMs / 1000)} s.`
    : 'The server cannot be reached. Check the connection, then try again.';
  const code = timedOut ? 'timeout' : 'offline';
  return new ApiError({ status: 0, code, messages: [message], requestId: null }, { cause });
}
