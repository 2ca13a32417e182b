import type { Call } from '@mission-control/contract/call';
import { calls } from '@mission-control/contract/calls';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../features/auth/public.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createConsoleApp } from '../testing/console-app.ts';
import { createFeatureApp } from '../testing/feature-app.ts';

const t = setUpTestCtx();
let app: FastifyInstance;
beforeAll(async () => {
  await createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'admin' });
  await createUser(t, { name: 'val.viewer', password: 'correct horse', role: 'viewer' });
  app = await createConsoleApp(t);
});
afterAll(() => app.close());

const MAX_ANONYMOUS_BODY = 20 * 1024;
const isOpen = ({ access }: Call): boolean => access === 'anyone';
const hasBody = ({ method }: Call): boolean => method !== 'GET';
const addressOf = ({ path }: Call): string => path.replaceAll(/\{\w+\}/g, '1');

async function cookieOfSignIn(user = 'amelia.hart'): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const payload = `user=${user}&password=correct+horse`;
  const answer = await app.inject({ method: 'POST', url: '/auth/login', headers, payload });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

describe('the body of a request', () => {
  // Only reading a body reveals that it is too long or invalid JSON.
  const bodiesFor = ({ bodyLimit = 1024 * 1024 }: Call): [type: string, body: string][] => [
    ['application/json', 'x'.repeat(bodyLimit + 1)],
    ['application/json', '{"a":'],
    ['multipart/form-data; boundary=x', '--x'],
    ['text/plain', 'x'],
  ];
  let signedIn: string;
  beforeAll(async () => void (signedIn = await cookieOfSignIn()));

  it.each(
    calls
      .filter((call) => hasBody(call) && !isOpen(call) && call.name !== 'logout')
      .map((call) => [call.name, call] as const),
  )('is not read before the caller is authenticated: %s', async (_name, call) => {
    const cookie = call.access === 'sign-in' ? 'mc=garbage' : signedIn;
    const strangers = [
      {},
      { authorization: 'Bearer x' },
      { authorization: `Bearer mcr_${'x'.repeat(43)}` },
      { cookie },
    ];
    for (const stranger of strangers) {
      for (const [type, payload] of bodiesFor(call)) {
        const headers = { ...stranger, 'content-type': type };
        const answer = await app.inject({ method: call.method, url: addressOf(call), headers, payload });
        expect([answer.statusCode, type]).toEqual([401, type]);
      }
    }
  });

  it('is not read at an unknown address', async () => {
    for (const url of ['/api/nope', '/nope', '/auth/nope', '/files/x.png', '/metrics']) {
      const headers = { 'content-type': 'application/json' };
      for (const payload of ['{"a":', 'x'.repeat(2_000_000)])
        expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode, url).toBe(404);
    }
  });

  it('must be short for public calls', () => {
    const open = calls.filter((call) => hasBody(call) && (isOpen(call) || call.access === 'sign-in') && call.body);
    expect(open.length).toBeGreaterThan(2);
    for (const { name, bodyLimit } of open)
      expect([name, (bodyLimit ?? Infinity) <= MAX_ANONYMOUS_BODY]).toEqual([name, true]);
  });

  const refused = async (headers: Record<string, string>, payload: string | Readable) => {
    const all = { 'content-type': 'application/json', ...headers };
    const answer = await app.inject({ method: 'PATCH', url: '/api/tenant/1', headers: all, payload });
    return [answer.statusCode, answer.headers.connection === 'close'];
  };
  const bearerOf = async (user: string): Promise<{ authorization: string }> => {
    const headers = { cookie: await cookieOfSignIn(user) };
    const { token } = (await app.inject({ url: '/api/authenticate/verify', headers })).json<{ token: string }>();
    return { authorization: `Bearer ${token}` };
  };

  it('is drained after a rejection only up to the limit of its route', async () => {
    const amelia = await bearerOf('amelia.hart');
    t.clock.advance(11 * 60_000);
    expect(await refused({}, 'x'.repeat(1_000))).toEqual([401, false]);
    expect(await refused({}, 'x'.repeat(100_000))).toEqual([401, true]);
    expect(await refused(amelia, 'x'.repeat(1_000_000))).toEqual([401, false]);
    expect(await refused(amelia, 'x'.repeat(2_000_000))).toEqual([401, true]);
    expect(await refused(await bearerOf('val.viewer'), 'x'.repeat(1_000_000))).toEqual([403, false]);
    expect(await refused({ 'transfer-encoding': 'chunked' }, Readable.from(['x'.repeat(100)]))).toEqual([401, true]);
  });

  it('is drained after a rejection only if it is short when the token is foreign', async () => {
    const { authorization } = await bearerOf('amelia.hart');
    const strangers = ['Bearer garbage', `${authorization.slice(0, -8)}AAAAAAAA`, `Bearer mcr_${'x'.repeat(43)}`];
    for (const stranger of strangers) {
      expect(await refused({ authorization: stranger }, 'x'.repeat(60_000))).toEqual([401, false]);
      expect(await refused({ authorization: stranger }, 'x'.repeat(100_000))).toEqual([401, true]);
    }
  });
});

it('re-authenticates the sender of a slow body', async () => {
  const admin = t.as({ name: 'priya.shah', role: 'admin' }).actor;
  let asked = 0;
  const slow = createFeatureApp(t, { authenticate: async () => ((asked += 1), admin) });
  const send = (payload: Readable) =>
    slow.inject({ method: 'PATCH', url: '/api/tenant/999', headers: { 'content-type': 'application/json' }, payload });
  await send(Readable.from(['{"status"', ':1}']));
  expect(asked).toBe(1);
  async function* slowly() {
    yield '{"status"';
    t.clock.advance(1_500);
    yield ':1}';
  }
  await send(Readable.from(slowly()));
  expect(asked).toBe(3);
});
