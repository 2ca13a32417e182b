import { refreshTokens, verifySignIn } from '@mission-control/contract/auth/calls';
import { getTenant, listTenants, updateTenant } from '@mission-control/contract/tenants/calls';
import { seedTenant } from '@mission-control/contract/releases/calls';
import { describe, expect, it, vi } from 'vitest';
import { createApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { createCredentialStore } from './credentials.ts';
import { memoryStorage } from '../testing/memory-storage.ts';

interface Sent {
  method: string;
  address: string;
  bearer: string | null;
  /** Idempotency-Key. */
  key?: string;
  prefer?: string;
  body: unknown;
}

const answerOf = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const tenants = { tenants: [] };
const unsigned = () => answerOf(401, { error: 'Sign in.', code: 'not_signed_in', request_id: 'q1' });

/** A server that accepts only the `valid` token and issues t2, t3, ... for the current refresh token. */
function setup(options: { valid?: string[]; respond?: (sent: Sent) => Response | Promise<Response> } = {}) {
  const credentials = createCredentialStore(memoryStorage(), memoryStorage());
  credentials.write({ token: 't1', refreshToken: 'r1', user: 'Amelia Hart' });
  const valid = new Set(options.valid ?? ['t1']);
  const sent: Sent[] = [];
  const events: string[] = [];
  const respond = (request: Sent): Response | Promise<Response> => {
    if (request.address !== refreshTokens.path) {
      return valid.has(request.bearer ?? '') ? answerOf(200, tenants) : unsigned();
    }
    return answerOf(201, { token: 't2', refreshToken: 'r2', username: 'Amelia H.' });
  };
  const client = createApiClient({
    isPersonActive: () => true,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      const bearer = headers.get('authorization')?.replace('Bearer ', '') ?? null;
      const key = headers.get('idempotency-key');
      const prefer = headers.get('prefer');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const request = {
        method: init?.method ?? 'GET',
        address: input instanceof Request ? input.url : input.toString(),
        bearer,
        body,
        ...(key === null ? null : { key }),
        ...(prefer === null ? null : { prefer }),
      };
      sent.push(request);
      init?.signal?.throwIfAborted();
      return (options.respond ?? respond)(request);
    },
    credentials,
    exclusively: (work) => work(),
    pause: async () => void events.push('pause'),
    onSignInRequired: (_error, refused) => events.push(`sign in: ${refused}`),
    onRoleDenied: (error) => events.push(`denied: ${error.message}`),
  });
  credentials.onCleared(() => events.push('cleared'));
  return {
    client,
    credentials,
    sent,
    events,
    refreshes: () => sent.filter((one) => one.address === refreshTokens.path),
  };
}

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error('The call should have failed with an ApiError.', { cause: error });
  return error;
};

describe('the api client', () => {
  it('sends the bearer token, the encoded path and the body [AUTH-03]', async () => {
    const { client, sent } = setup();
    await client.send(updateTenant, { params: { id: 12 }, body: { status: true } });
    expect(sent).toEqual([{ method: 'PATCH', address: '/api/tenant/12', bearer: 't1', body: { status: true } }]);
  });

  it('handles ten concurrent 401s with one refresh and one retry each [AUTH-06, AUTH-12]', async () => {
    const { client, sent, refreshes, credentials } = setup({ valid: ['t2'] });
    await Promise.all(Array.from({ length: 10 }, () => client.send(listTenants, { query: {} })));
    expect(refreshes()).toHaveLength(1);
    expect(sent).toHaveLength(21);
    expect(sent.slice(-10).every(({ bearer }) => bearer === 't2')).toBe(true);
    expect(credentials.read()).toEqual({ token: 't2', refreshToken: 'r2', user: 'Amelia H.' });
  });

  it('sends the refresh token in snake case and no bearer with it [AUTH-08, AUTH-12]', async () => {
    const { client, refreshes } = setup({ valid: ['t2'] });
    await client.send(listTenants, { query: {} });
    expect(refreshes()).toEqual([
      { method: 'POST', address: '/api/authenticate/refresh', bearer: null, body: { refresh_token: 'r1' } },
    ]);
  });

  it('ends the session after a second 401 instead of refreshing again [AUTH-07]', async () => {
    const { client, refreshes, sent, events, credentials } = setup({ valid: [] });
    const error = await failureOf(client.send(listTenants, { query: {} }));
    expect(error.status).toBe(401);
    expect(refreshes()).toHaveLength(1);
    expect(sent).toHaveLength(3);
    expect(events).toEqual(['cleared']);
    expect(credentials.read()).toBeNull();
  });

  it('ends the session when the refresh is refused, without a retry', async () => {
    const { client, sent, events } = setup({ respond: unsigned });
    expect((await failureOf(client.send(listTenants, { query: {} }))).status).toBe(401);
    expect(sent.map(({ address }) => address)).toEqual(['/api/tenant', '/api/authenticate/refresh']);
    expect(events).toEqual(['cleared']);
  });

  it('keeps the session when the refresh fails with a transient error', async () => {
    const { client, credentials } = setup({
      respond: ({ address }) => (address === refreshTokens.path ? answerOf(503, {}) : unsigned()),
    });
    expect((await failureOf(client.send(listTenants, { query: {} }))).status).toBe(503);
    expect(credentials.read()?.token).toBe('t1');
  });

  it('uses a token that another tab fetched while this one waited for the lock', async () => {
    const { client, credentials, refreshes } = setup({
      respond: ({ bearer }) => {
        if (bearer === 't9') return answerOf(200, tenants);
        credentials.write({ token: 't9', refreshToken: 'r9', user: 'Amelia Hart' });
        return unsigned();
      },
    });
    await client.send(listTenants, { query: {} });
    expect(refreshes()).toHaveLength(0);
  });

  it('sends nothing without a token, and notifies the guards', async () => {
    const { client, sent, events, credentials } = setup();
    credentials.clear();
    expect((await failureOf(client.send(listTenants, { query: {} }))).code).toBe('not_signed_in');
    expect(sent).toEqual([]);
    expect(events).toEqual(['cleared', 'cleared']);
  });

  it('never refreshes for the sign-in calls', async () => {
    const { client, sent, credentials } = setup({ respond: unsigned });
    await failureOf(client.send(verifySignIn, {}));
    expect(sent).toHaveLength(1);
    expect(credentials.read()).not.toBeNull();
  });

  it('sends the browser to the authentication address on a 403 of any call [AUTH-05]', async () => {
    const { client, events } = setup({
      respond: () => answerOf(403, { error: 'No sign-in.', code: 'sign_in_required' }),
    });
    const error = await failureOf(client.send(listTenants, { query: {} }));
    expect(events).toEqual(['sign in: listTenants']);
    expect(error.announced).toBe(true);
  });

  it('stays on the page when a refused call is aborted and the body is lost', async () => {
    const gone = new AbortController();
    const { client, events } = setup({
      respond: () => {
        const body = new ReadableStream({
          pull(controller) {
            gone.abort();
            controller.error(gone.signal.reason);
          },
        });
        return new Response(body, { status: 403 });
      },
    });
    await expect(client.send(listTenants, { query: {} }, { signal: gone.signal })).rejects.toThrow();
    expect(events).toEqual([]);
  });

  it('reports a missing role without leaving the page', async () => {
    const { client, events } = setup({ respond: () => answerOf(403, { error: 'Ask an admin.', code: 'role_denied' }) });
    await failureOf(client.send(listTenants, { query: {} }));
    expect(events).toEqual(['denied: Ask an admin.']);
  });

  it('exposes every message of a response, with code and request id [ERR-04]', async () => {
    const body = { error: ['One.', 'Two.'], code: 'refused', request_id: 'q7', details: { key: 'A' } };
    const { client } = setup({ respond: () => answerOf(422, body) });
    const { messages, status, code, requestId, details } = await failureOf(client.send(listTenants, { query: {} }));
    expect({ messages, status, code, requestId, details }).toEqual({
      messages: ['One.', 'Two.'],
      status: 422,
      code: 'refused',
      requestId: 'q7',
      details: { key: 'A' },
    });
  });

  it('returns a readable error when a proxy responds', async () => {
    const { client } = setup({ respond: () => new Response('<h1>Bad gateway</h1>', { status: 502 }) });
    const error = await failureOf(client.send(listTenants, { query: {} }));
    expect(error.code).toBe('unavailable');
    expect(error.message).toBe('The server responded with status 502.');
  });

  it('returns a readable error when offline or when the response is cut off', async () => {
    const offline = setup({ respond: () => Promise.reject(new TypeError('Failed to fetch')) });
    expect((await failureOf(offline.client.send(listTenants, { query: {} }))).code).toBe('offline');
    const cut = setup({ respond: () => new Response('{"tenants": [') });
    const unread = await failureOf(cut.client.send(listTenants, { query: {} }));
    expect(unread.code).toBe('unreadable');
    expect(unread.message).toBe('The connection was lost before the response was complete. Try again.');
  });

  it('marks a response cut off by a dying process as retryable', async () => {
    // Browsers do this when the connection ends before the response is complete.
    const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) });
    const { client } = setup({ respond: () => new Response(body) });
    expect((await failureOf(client.send(listTenants, { query: {} }))).code).toBe('unavailable');
  });

  it('asks the user to check for the change when a proxy cut the response', async () => {
    const advice =
      'The connection was lost before the response was complete. Check whether the change was made, then try again.';
    const cuts = [
      () => new Response('<h1>Gateway Time-out</h1>', { status: 504 }),
      () => new Response('{"output": "DO'),
      () => new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) })),
    ];
    for (const respond of cuts)
      expect((await failureOf(setup({ respond }).client.send(seedTenant, { body: { tenant: 'Elm' } }))).message).toBe(
        advice,
      );
  });

  it('times out', async () => {
    const client = createApiClient({
      isPersonActive: () => false,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      credentials: setup().credentials,
      exclusively: (work) => work(),
      pause: async () => undefined,
      onSignInRequired: () => undefined,
      onRoleDenied: () => undefined,
    });
    const error = await failureOf(client.send(getTenant, { params: { id: 1 } }, { timeoutMs: 1 }));
    expect(error.code).toBe('timeout');
  });

  it('keeps waiting for a chunked response while no chunk is late', async () => {
    vi.useFakeTimers();
    const pieces = ['{"ten', 'ants"', ': [', ']}'];
    const body = new ReadableStream<Uint8Array>({
      pull: async (stream) => {
        await new Promise((settle) => setTimeout(settle, 9_000));
        const piece = pieces.shift();
        if (piece === undefined) stream.close();
        else stream.enqueue(new TextEncoder().encode(piece));
      },
    });
    const { client } = setup({ respond: () => new Response(body) });
    const answer = client.send(listTenants, { query: {} });
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await answer).toEqual(tenants);
  });

  it('passes on that the caller aborted', async () => {
    const { client } = setup();
    const gone = AbortSignal.abort(new Error('left the page'));
    await expect(client.send(listTenants, { query: {} }, { signal: gone })).rejects.toThrow('left the page');
  });
});

describe('a call that starts a run', () => {
  const seed = { body: { tenant: 'Elm' } };
  const lost = (status = 504) => new Response('<html>cut</html>', { status });
  const isStart = (one: Sent) => one.method === 'POST';
  const starts = (sent: Sent[]) => sent.filter(isStart).map(({ key, prefer }) => [key, prefer]);

  it('requests 202 and returns the run; the documented response is accepted, too (C-133)', async () => {
    const accepted = setup({ respond: () => answerOf(202, { run_id: 7 }) });
    expect(await accepted.client.start(seedTenant, seed, 'click-0001')).toEqual({ run: 7, answer: null });
    expect(starts(accepted.sent)).toEqual([['click-0001', 'respond-async']]);
    const body = { output: 'DONE', run_id: 7 };
    const ended = setup({ respond: () => answerOf(200, body) });
    expect(await ended.client.start(seedTenant, seed, 'click-0001')).toEqual({ run: 7, answer: body });
    const documented = setup({ respond: () => answerOf(200, { output: 'DONE' }) });
    expect(await documented.client.start(seedTenant, seed, 'click-0001')).toMatchObject({ run: null });
  });

  it('finds its run when the response is lost, and does not resend a run that has started', async () => {
    const respond = (one: Sent) => (isStart(one) ? lost() : answerOf(200, { runs: [{ id: 9 }], next: null }));
    const { client, sent } = setup({ respond });
    expect(await client.start(seedTenant, seed, 'click-0001')).toEqual({ run: 9, answer: null });
    expect(sent.map(({ address }) => address)).toEqual(['/api/release/seed', '/api/run?key=click-0001']);
  });

  it('resends a run that has not started once, with the same key, after a pause', async () => {
    let tries = 0;
    const nothing = () => answerOf(200, { runs: [], next: null });
    const respond = (one: Sent) => {
      if (!isStart(one)) return nothing();
      tries += 1;
      return tries === 1 ? lost() : answerOf(202, { run_id: 8 });
    };
    const { client, sent, events } = setup({ respond });
    expect(await client.start(seedTenant, seed, 'click-0001')).toEqual({ run: 8, answer: null });
    expect(starts(sent)).toEqual(Array(2).fill(['click-0001', 'respond-async']));
    expect(events).toEqual(['pause']);
    const dead = setup({ respond: (one) => (isStart(one) ? lost(502) : lost()) });
    expect((await failureOf(dead.client.start(seedTenant, seed, 'click-0002'))).hasNoReason).toBe(true);
    expect(starts(dead.sent)).toHaveLength(2);
  });

  it('points to the list of runs when the response is lost and no run has its key', async () => {
    for (const cut of [lost, () => new Response('{"output": "DO')]) {
      const respond = (one: Sent) => (isStart(one) ? cut() : answerOf(200, { runs: [], next: null }));
      const { client, sent } = setup({ respond });
      const error = await failureOf(client.start(seedTenant, seed, 'click-0001'));
      expect([error.hasNoReason, error.message]).toEqual([
        false,
        'The connection was lost before the response was complete. Check in Tools, Runs whether it was started, then try again.',
      ]);
      expect(starts(sent)).toHaveLength(2);
    }
  });

  it('sends a refused call once', async () => {
    const { client, sent } = setup({ respond: () => answerOf(409, { error: 'Held.', code: 'conflict' }) });
    expect((await failureOf(client.start(seedTenant, seed, 'click-0001'))).code).toBe('conflict');
    expect(sent).toHaveLength(1);
  });

  it('keeps its key across a token refresh; other calls have no key', async () => {
    const { client, sent } = setup({ valid: ['t2'] });
    await client.start(seedTenant, seed, 'click-0001');
    expect(starts(sent.filter((one) => one.address !== refreshTokens.path))).toEqual(
      Array(2).fill(['click-0001', 'respond-async']),
    );
    await client.send(listTenants, { query: {} });
    expect(sent.at(-1)?.key).toBeUndefined();
  });
});
