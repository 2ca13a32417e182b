import { refreshTokens } from '@mission-control/contract/auth/calls';
import type { Call, CallResponse, CallRequest } from '@mission-control/contract/call';
import { listRuns } from '@mission-control/contract/runs/calls';
import { ApiError, lostResponseText, readApiError, type ApiErrorCode } from './api-error.ts';
import { addressOf, initOf, type LooseRequest } from './api-request.ts';
import type { CredentialStore } from './credentials.ts';
import { painted, readFirstRows } from './first-rows.ts';
import { createSilenceLimit, type SilenceLimit } from './silence-limit.ts';
import { startCall, type StartedCall } from './start-call.ts';

/** Browser dependencies of the client; tests inject their own. */
export interface ApiClientDeps {
  fetch: typeof globalThis.fetch;
  credentials: CredentialStore;
  /** Whether the user was active recently; the server extends sessions for activity only (0096). */
  isPersonActive: () => boolean;
  /** Runs `work` under a lock shared by all tabs; `navigator.locks` in the browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves after `ms`. */
  pause: (ms: number) => Promise<void>;
  /** Redirects to the sign-in address, which the error may contain (C-046); `refused` names the call. */
  onSignInRequired: (error: ApiError, refused: string) => void;
  /** The user's role does not allow the call; reported here once for all screens (C-047). */
  onRoleDenied: (error: ApiError) => void;
}

interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Maximum silence of the server, overriding the call's own timeout. */
  timeoutMs?: number | undefined;
  /** Outlives the page; the browser allows 64 KB. */
  keepalive?: boolean | undefined;
}

interface ReadOptions<Answer> extends SendOptions {
  headers?: Readonly<Record<string, string>>;
  /** For long lists: receives the first rows as a response of the same shape, and may render them before the rest is read. */
  onFirstRows?: ((answer: Answer) => void) | undefined;
}

/** Sends the console's calls, typed by the contract. */
export interface ApiClient {
  /** Sends a call and parses its response. @throws ApiError */
  send: <C extends Call>(
    call: C,
    request: CallRequest<C>,
    options?: ReadOptions<CallResponse<C>>,
  ) => Promise<CallResponse<C>>;
  /**
   * Sends a call that starts a run. Requests 202 (C-133) and accepts the documented response too. If the response is lost, looks for the run
   * by its key, then resends: the key makes the call idempotent.
   * @throws ApiError when the call was refused, or the run failed before the response
   */
  start: <C extends Call>(call: C, request: CallRequest<C>, key: string) => Promise<StartedCall<CallResponse<C>>>;
  /** Opens a call with a streaming response; the timeout covers the headers only. @throws ApiError */
  open: <C extends Call>(call: C, request: CallRequest<C>, options: SendOptions) => Promise<Response>;
}

const TIMEOUT_MS = 10_000;
/** A server that ignores `Prefer: respond-async` responds when the run has ended. */
const RUN_TIMEOUT_MS = 2 * 60 * 60 * 1000;
/** Statuses that mean the refresh token is invalid; any other failure may be transient (C-050). */
const REFRESH_REFUSED: readonly number[] = [400, 401, 403];

/** Builds the client. A 401 triggers one refresh, shared by all calls in flight, and one retry (AUTH-06, AUTH-07). */
export function createApiClient(deps: ApiClientDeps): ApiClient {
  let refreshing: Promise<boolean> | null = null;

  async function exchange(
    call: Call,
    request: LooseRequest,
    signal: AbortSignal,
    { headers = {}, keepalive = false }: ReadOptions<never> = {},
  ): Promise<Response> {
    const address = addressOf(call, request);
    const init = {
      ...withHeaders(initOf(call, request), { ...headers, ...activityOf(deps) }),
      signal,
      ...(keepalive && { keepalive }),
    };
    const sent = deps.credentials.read()?.token ?? null;
    if (sent === null && call.access !== 'sign-in' && call.access !== 'anyone') {
      // Without a token the result is known; clearing the credentials notifies the guards.
      deps.credentials.clear();
      throw notSignedInError();
    }
    const response = await deps.fetch(address, withBearer(init, sent));
    const mayRefresh = response.status === 401 && call.access !== 'sign-in' && sent !== null;
    if (!mayRefresh) return requireOk(deps, call, response, signal);
    refreshing ??= refresh(deps, sent).finally(() => {
      refreshing = null;
    });
    if (!(await refreshing)) return requireOk(deps, call, response, signal);
    const again = await deps.fetch(address, withBearer(init, deps.credentials.read()?.token ?? null));
    return requireOk(deps, call, again, signal);
  }

  const send: ApiClient['send'] = (call, request, options = {}) =>
    limited({ timeoutMs: call.timeoutMs, ...options }, async (limit) => {
      const response = await exchange(call, request, limit.signal, options as ReadOptions<never>);
      limit.onData();
      if (options.onFirstRows)
        await deliverFirstRows(response, options.onFirstRows, limit).catch(toConnectionLost(response, call));
      return readResponse<CallResponse<typeof call>>(response, limit, call);
    });

  return {
    send,
    start: (call, request, key) =>
      startCall({
        send: (headers) =>
          limited({ timeoutMs: RUN_TIMEOUT_MS }, async (limit) => {
            const response = await exchange(call, request, limit.signal, { headers });
            const answer = await readResponse<CallResponse<typeof call>>(response, limit, call);
            return { isAccepted: response.status === 202, answer };
          }),
        findRun: async () => (await send(listRuns, { query: { key } })).runs[0]?.id,
        pause: deps.pause,
        key,
      }),
    open: (call, request, options) => limited(options, ({ signal }) => exchange(call, request, signal)),
  };
}

/** Returns true when a newer token is available, possibly fetched by another call while this one waited for the lock. */
function refresh(deps: ApiClientDeps, stale: string): Promise<boolean> {
  const { credentials, exclusively, fetch } = deps;
  return exclusively(async () => {
    const kept = credentials.read();
    if (kept === null) return false;
    if (kept.token !== stale) return true;
    const init = withHeaders(initOf(refreshTokens, { body: { refresh_token: kept.refreshToken } }), activityOf(deps));
    return limited({}, async (limit) => {
      const response = await fetch(addressOf(refreshTokens, {}), { ...init, signal: limit.signal });
      if (REFRESH_REFUSED.includes(response.status)) return false;
      if (!response.ok) throw await readApiError(response, refreshTokens);
      const answer = await readResponse<CallResponse<typeof refreshTokens>>(response, limit, refreshTokens);
      credentials.write({ token: answer.token, refreshToken: answer.refreshToken, user: answer.username });
      return true;
    });
  });
}

async function requireOk(deps: ApiClientDeps, call: Call, response: Response, signal: AbortSignal): Promise<Response> {
  if (response.ok) return response;
  const error = await readApiError(response, call);
  // Without its body, a role denial would be mistaken for a required sign-in.
  signal.throwIfAborted();
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

const notSignedInError = (): ApiError =>
  new ApiError({ status: 401, code: 'not_signed_in', messages: ['You are not signed in.'], requestId: null });

const activityOf = ({ isPersonActive }: ApiClientDeps) => ({ 'x-activity': isPersonActive() ? 'person' : 'none' });

function withHeaders(init: RequestInit, more: Readonly<Record<string, string>>): RequestInit {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return { ...init, headers };
}

const withBearer = (init: RequestInit, token: string | null): RequestInit =>
  withHeaders(init, token === null ? {} : { authorization: `Bearer ${token}` });

/** Runs `work` under the silence limit and the caller's signal; turns a missing response into an ApiError. */
async function limited<T>(options: SendOptions, work: (limit: SilenceLimit) => Promise<T>): Promise<T> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const limit = createSilenceLimit(timeoutMs, options.signal);
  try {
    return await work(limit);
  } catch (cause) {
    // An aborted caller shows no error; TanStack Query recognizes its own signal.
    if (cause instanceof ApiError || options.signal?.aborted) throw cause;
    throw noResponseError(limit.isOver(), timeoutMs, cause);
  } finally {
    limit.end();
  }
}

async function deliverFirstRows<T>(
  response: Response,
  deliver: (answer: T) => void,
  { onData }: SilenceLimit,
): Promise<void> {
  const first = await readFirstRows(response, undefined, onData);
  if (first === null) return;
  deliver(first as T);
  // Reading all of it at once would block painting.
  await painted();
}

/** The server has already validated the response against its schema; the client does not validate again. */
async function readResponse<T>(response: Response, limit: SilenceLimit, call: Call): Promise<T> {
  const text = await readText(response, limit).catch(toConnectionLost(response, call));
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    // The server sends complete JSON; anything else was truncated on the way.
    throw truncatedError(response, call, 'unreadable', cause);
  }
}

/** Reads in chunks, because each one resets the silence limit. @throws TypeError when the connection breaks off */
async function readText(response: Response, { onData }: SilenceLimit): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return text + decoder.decode();
    onData();
    text += decoder.decode(piece.value, { stream: true });
  }
}

/** The process that was sending the response is gone; another one may succeed on a retry, as after a 502 from a proxy. */
function toConnectionLost(response: Response, call: Call): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof TypeError)) throw cause;
    throw truncatedError(response, call, 'unavailable', cause);
  };
}

function truncatedError({ status, headers }: Response, call: Call, code: ApiErrorCode, cause: unknown): ApiError {
  const requestId = headers.get('x-request-id');
  return new ApiError({ status, code, messages: [lostResponseText(call)], requestId }, { cause });
}

function noResponseError(timedOut: boolean, timeoutMs: number, cause: unknown): ApiError {
  const message = timedOut
    ? `The server did not respond within ${Math.round(timeoutMs / 1000)} s.`
    : 'The server cannot be reached. Check the connection, then try again.';
  const code = timedOut ? 'timeout' : 'offline';
  return new ApiError({ status: 0, code, messages: [message], requestId: null }, { cause });
}
