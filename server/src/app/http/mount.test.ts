import fastifyCompress from '@fastify/compress';
import { defineCall, ROLES, type Access, type Call, type Role } from '@mission-control/contract/call';
import { calls } from '@mission-control/contract/calls';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { handle, TextStream, type Handler } from '../../platform/calls/handler.ts';
import type { Services } from '../../platform/context.ts';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { featureRoutes } from '../features.ts';
import { answerError } from './http-errors.ts';
import { mountCalls } from './mount.ts';
import { openApi } from './openapi.ts';

const sample = (access: Access, ran: string[] = []): Handler =>
  handle(
    defineCall({
      name: `sample-${access}`,
      method: 'POST',
      path: `/api/sample-${access}/{id}`,
      access,
      summary: 'x',
      params: z.object({ id: z.coerce.number().int() }),
      body: z.strictObject({ size: z.number() }),
      response: z.object({ ok: z.boolean() }),
    }),
    async () => {
      ran.push(access);
      return { ok: true };
    },
  );

function appWith(
  handlers: Handler[],
  role: Role | null = null,
  listed: Call[] = handlers.map((handler) => handler.call),
): FastifyInstance {
  const app = fastify();
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  mountCalls(app, listed, handlers, {
    services: { clock: systemClock } as Services,
    authenticate: async () => {
      if (role === null) throw new AppError('not_signed_in', 'Sign in.');
      return { kind: 'user', id: 1, name: 'x', role, sessionId: 's' };
    },
    hasSession: async () => false,
    secureCookies: false,
    stopping: new AbortController().signal,
    checkAnswers: true,
  });
  return app;
}

const post = (app: FastifyInstance, url: string, payload: object = { size: 1 }) =>
  app.inject({ method: 'POST', url, payload });

describe('mounting', () => {
  it('refuses to start on a call without a handler', () => {
    expect(() => appWith([], null, [sample('viewer').call])).toThrow(/has no handler/);
  });

  it('refuses to start on a call without an access rule', () => {
    expect(() => appWith([sample('' as Access)])).toThrow(/has no access rule/);
  });

  it('refuses to start on a handler whose call is not listed, and on two handlers of one call', () => {
    expect(() => appWith([sample('viewer')], null, [])).toThrow(/has no call/);
    const twice = sample('viewer');
    expect(() => appWith([twice, twice])).toThrow(/two handlers/);
  });

  it('refuses to start on a run-starting call with an ordinary handler', () => {
    const { call, answer } = sample('operator');
    expect(() => appWith([{ call: { ...call, startsRun: true }, answer }])).toThrow(/bind such calls with handleRun/);
    expect(() => appWith([{ call, answer, startsRun: true }])).toThrow(/bind such calls with handleRun/);
  });

  it('finds a handler for every call of the contract, and no call without a rule [AUTH-19]', () => {
    const platform = new Set(['live', 'ready', 'followEvents']);
    const mine = new Set(featureRoutes.map((handler) => handler.call.name));
    expect(calls.filter((call) => !mine.has(call.name) && !platform.has(call.name)).map((call) => call.name)).toEqual(
      [],
    );
    const open = calls.filter((call) => call.access === 'anyone' || call.access === 'sign-in').map((call) => call.name);
    expect(open.toSorted()).toEqual([
      'debugTokens',
      'getCompetencyMapping',
      'live',
      'logout',
      'ready',
      'refreshTokens',
      // C-042: by the unguessable hash of a mapping.
      'saveCompetencyChoice',
      'verifySignIn',
    ]);
  });
});

describe('access', () => {
  it.each(ROLES.flatMap((least) => ROLES.map((role) => [least, role] as const)))(
    'a call for %s, made by %s',
    async (least, role) => {
      const ran: string[] = [];
      const answer = await post(appWith([sample(least, ran)], role), `/api/sample-${least}/1`);
      const allowed = ROLES.indexOf(role) >= ROLES.indexOf(least);
      expect(answer.statusCode).toBe(allowed ? 200 : 403);
      expect(ran).toHaveLength(allowed ? 1 : 0);
      if (!allowed) expect(answer.json()).toMatchObject({ code: 'role_denied' });
    },
  );

  it('responds with 401 before it checks the input, and runs nothing [AUTH-19]', async () => {
    const ran: string[] = [];
    const answer = await post(appWith([sample('viewer', ran)]), '/api/sample-viewer/not-a-number', { nonsense: true });
    expect(answer.statusCode).toBe(401);
    expect(ran).toEqual([]);
  });
});

describe('a stream', () => {
  afterEach(() => void vi.useRealTimers());

  const call = defineCall({
    name: 'follow',
    method: 'GET',
    path: '/api/follow',
    access: 'viewer',
    summary: 'x',
    response: z.string(),
  });
  const untilClosed = (contentType: string, isPaced: boolean) => {
    const following = Promise.withResolvers<void>();
    const stream = new TextStream(
      contentType,
      async (send, closed) => {
        await send('hello\n'.repeat(1000));
        following.resolve();
        if (!closed.aborted) await new Promise((resolve) => closed.addEventListener('abort', resolve));
      },
      { isPaced },
    );
    return { stream, following: following.promise };
  };

  async function appOf(stream: TextStream, more: Partial<Parameters<typeof mountCalls>[3]> = {}) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const app = fastify();
    onTestFinished(() => app.close());
    await app.register(fastifyCompress, { threshold: 1024, encodings: ['gzip'], globalDecompression: false });
    const [stopping, asked] = [new AbortController(), { times: 0 }];
    mountCalls(app, [call], [handle(call, async () => stream)], {
      services: { clock: systemClock } as Services,
      // The session exists when the stream opens and at the first check, and is gone at the second.
      authenticate: async () => {
        asked.times += 1;
        if (asked.times > 2) throw new AppError('not_signed_in', 'Sign in.');
        return { kind: 'user', id: 1, name: 'x', role: 'viewer', sessionId: 's' };
      },
      ...more,
      hasSession: async () => false,
      secureCookies: false,
      stopping: stopping.signal,
      checkAnswers: true,
    });
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/follow`;
    return { stopping, asked, open: () => fetch(url), read: async () => (await fetch(url)).text() };
  }

  it('ends soon after its reader lost authorization', async () => {
    const { stream, following } = untilClosed('text/event-stream', false);
    const { read, asked } = await appOf(stream);
    const text = read();
    await following;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked.times).toBe(2);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await text).toMatch(/hello\n$/);
    expect(asked.times).toBe(3);
  });

  it.each([
    ['its reader lost authorization', () => vi.advanceTimersByTimeAsync(30_000)],
    ['the process stops', async (stopping: AbortController) => stopping.abort()],
  ])('that is a file breaks when %s: a part is not taken for the whole', async (_when, interrupt) => {
    const { stream, following } = untilClosed('text/csv', true);
    const { read, stopping } = await appOf(stream);
    const text = read().catch(String);
    await following;
    await interrupt(stopping);
    expect(await text).toBe('TypeError: terminated');
  });

  it('that is a file outlasts its access token, but neither its session nor the role', async () => {
    const roles: (Role | null)[] = ['viewer', 'viewer', 'viewer', null];
    const { stream, following } = untilClosed('text/csv', true);
    const { read } = await appOf(stream, {
      authenticateSession: async () => {
        const role = roles.shift() ?? null;
        return { kind: 'user', id: 1, name: 'x', role, sessionId: 's' };
      },
    });
    const text = read().catch(String);
    await following;
    // The token is rejected from the second check on.
    await vi.advanceTimersByTimeAsync(45_000);
    expect(roles).toEqual([null]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await text).toBe('TypeError: terminated');
  });

  it('that is a file breaks when its source fails, and otherwise arrives whole', async () => {
    const fileOf = (fault: Error | null) =>
      new TextStream(
        'text/csv',
        async (send) => {
          await send('hello\n'.repeat(100_000));
          if (fault) throw fault;
        },
        { isPaced: true },
      );
    await expect((await appOf(fileOf(new Error('no database')))).read()).rejects.toThrow('terminated');
    const atOnce = new TextStream('text/csv', () => Promise.reject(new Error('no database')), { isPaced: true });
    expect((await (await appOf(atOnce)).open()).status).toBe(500);
    expect(await (await appOf(fileOf(null))).read()).toHaveLength(600_000);
  });
});

describe('input', () => {
  const app = appWith([sample('anyone')]);

  it('responds with 404 to a malformed id', async () => {
    expect((await post(app, '/api/sample-anyone/cron')).statusCode).toBe(404);
    expect((await post(app, '/api/sample-anyone/cron', { size: 'big' })).statusCode).toBe(404);
  });

  it('names every invalid field, including unknown keys', async () => {
    const answer = await post(app, '/api/sample-anyone/1', { size: 'big', extra: 1 });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', fields: { size: expect.any(String) as string } });
    expect(answer.json<{ msg: string }>().msg).toMatch(/extra/);
  });
});

it('has every call under /api [AUTH-20]', () => {
  expect(calls.filter((call) => !call.path.startsWith('/api/')).map((call) => call.path)).toEqual([]);
  expect(calls.map((call) => `${call.method} ${call.path}`)).toEqual(
    expect.arrayContaining([
      'GET /api/omnisearch/',
      'GET /api/tenant',
      'GET /api/tenant/refresh',
      'GET /api/tenant/{id}',
      'PATCH /api/tenant/{id}',
      'GET /api/environment/fast',
      'GET /api/keys/{service}',
      'GET /api/tenant/{id}/{service}',
      'POST /api/tenant/{id}/{service}',
      'PUT /api/tenant/{id}/{service}',
      'GET /api/tenant/{id}/{service}/validate',
      'GET /api/authenticate/verify',
      'POST /api/authenticate/refresh',
      'POST /api/debug',
    ]),
  );
});

it('describes every call as OpenAPI 3.1', () => {
  const document = openApi(calls) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.operationId),
  );
  expect(described.toSorted()).toEqual(calls.map((call) => call.name).toSorted());
});

it('documents the 202 response of run-starting calls on request (C-133)', () => {
  const { paths } = openApi(calls) as {
    paths: Record<
      string,
      Record<
        string,
        { operationId: string; responses: Record<string, { headers?: object }>; parameters?: { name: string }[] }
      >
    >;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const starting = operations.filter(({ responses }) => '202' in responses);
  expect(starting.map(({ operationId }) => operationId).toSorted()).toEqual([
    'applyInventory',
    'createRelease',
    'deployRelease',
    'regenerateBranding',
    'rollBackRelease',
    'saveBranding',
    'seedTenant',
    'uploadTranslations',
  ]);
  for (const { responses, parameters = [] } of starting) {
    expect(Object.keys(responses['202']?.headers ?? {}).toSorted()).toEqual(['Location', 'Preference-Applied']);
    expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['Prefer', 'Idempotency-Key']));
  }
});
