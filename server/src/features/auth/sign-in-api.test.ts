import { calls } from '@mission-control/contract/calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConsoleApp } from '../../app/testing/console-app.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { createUser } from './public.ts';

const t = setUpTestCtx();
let app: FastifyInstance;
beforeAll(async () => {
  await createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'viewer' });
  app = await createConsoleApp(t, { secure: true, checkAnswers: true });
});
afterAll(() => app.close());

type Pair = { token: string; refreshToken: string };

/** Signs in with the form and returns the Cookie header. */
async function cookieOfSignIn(): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: 'user=Amelia.Hart&password=correct+horse&return_to=/tenant',
  });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/tenant']);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

const verify = (headers: Record<string, string>) => app.inject({ url: '/api/authenticate/verify', headers });
const refresh = (payload: object, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/api/authenticate/refresh', headers, payload });
const tenants = (headers: Record<string, string>) => app.inject({ url: '/api/tenant', headers });

it('signs in with the form, verifies, calls, refreshes and signs out [AUTH-01] [AUTH-08] [AUTH-09]', async () => {
  const cookie = await cookieOfSignIn();
  const verified = await verify({ cookie });
  expect([verified.statusCode, verified.headers['cache-control']]).toEqual([200, 'no-store']);
  const first = verified.json<Pair>();
  expect((await tenants({ authorization: `Bearer ${first.token}` })).statusCode).toBe(200);

  expect((await refresh({ refreshToken: first.refreshToken }, { cookie })).statusCode).toBe(400);
  const refreshed = await refresh({ refresh_token: first.refreshToken }, { cookie });
  expect(refreshed.statusCode).toBe(201);
  const second = refreshed.json<Pair>();
  expect((await refresh({ refresh_token: second.refreshToken }, {})).statusCode).toBe(401);

  const ended = await app.inject({ method: 'POST', url: '/api/authenticate/logout', headers: { cookie } });
  expect(ended.statusCode).toBe(200);
  expect(ended.headers['clear-site-data']).toContain('"storage"');
  expect(String(ended.headers['set-cookie'])).toMatch(/__Host-mc=;.*Expires=Thu, 01 Jan 1970/);
  expect((await tenants({ authorization: `Bearer ${second.token}` })).statusCode).toBe(401);
  expect((await refresh({ refresh_token: second.refreshToken }, { cookie })).statusCode).toBe(401);
  expect((await verify({ cookie })).statusCode).toBe(403);
});

it('returns 304 for an unchanged list, and nothing after signing out', async () => {
  const cookie = await cookieOfSignIn();
  const { token } = (await verify({ cookie })).json<Pair>();
  const first = await tenants({ authorization: `Bearer ${token}` });
  const again = { authorization: `Bearer ${token}`, 'if-none-match': String(first.headers.etag) };
  expect((await tenants(again)).statusCode).toBe(304);

  await importSmallInventory(t);
  const changed = await tenants(again);
  expect([changed.statusCode, changed.headers.etag === first.headers.etag]).toEqual([200, false]);

  await app.inject({ method: 'POST', url: '/api/authenticate/logout', headers: { cookie } });
  const refused = await tenants({ ...again, 'if-none-match': String(changed.headers.etag) });
  expect([refused.statusCode, refused.headers.etag]).toEqual([401, undefined]);
});

it('responds with 403 and the sign-in address [AUTH-04]', async () => {
  const answer = await verify({});
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'sign_in_required', details: { address: '/auth/login' } });
});

it('accepts the cookie on no other call, and sends no CORS header (threat 7)', async () => {
  const cookie = await cookieOfSignIn();
  const answer = await tenants({ cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  const foreign = await verify({ cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  expect([foreign.statusCode, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  const form = await app.inject({
    method: 'POST',
    url: '/api/authenticate/refresh',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'refresh_token=x',
  });
  expect(form.statusCode).toBe(415);
});

it('responds with 401 on every protected call without a token, with garbage and with an ended token [AUTH-19]', async () => {
  const cookie = await cookieOfSignIn();
  const { token } = (await verify({ cookie })).json<Pair>();
  await app.inject({ method: 'POST', url: '/api/authenticate/logout', headers: { cookie } });
  const guarded = calls.filter(({ access }) => access !== 'anyone' && access !== 'sign-in');
  expect(guarded.length).toBeGreaterThan(0);
  for (const headers of [{}, { authorization: 'Bearer garbage' }, { authorization: `Bearer ${token}` }, { cookie }]) {
    const answers = await Promise.all(
      guarded.map(({ method, path }) => app.inject({ method, url: path.replaceAll(/\{\w+\}/g, '1'), headers })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(guarded.map(() => 401));
  }
});

it('is public and does not repeat tokens on the debug call: warnings only (C-052)', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/debug', payload: { token: 'canary.canary.canary' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain('canary');
  expect(answer.json<{ warnings: string[] }>().warnings).toHaveLength(2);
});
