import type { AddressInfo } from 'node:net';
import type { OneTimeLink, Person } from '@mission-control/contract/people/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConsoleApp } from '../../../app/testing/console-app.ts';
import { announcedBy } from '../../../platform/testing/announced-by.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createUser } from '../public.ts';

const t = setUpTestCtx();
let app: FastifyInstance;
let url = '';
beforeAll(async () => {
  await createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'admin' });
  app = await createConsoleApp(t, { checkAnswers: true });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const post = (path: string, fields: Record<string, string>) =>
  app.inject({ method: 'POST', url: path, headers: FORM, payload: new URLSearchParams(fields).toString() });

async function signIn(user: string, password = 'correct horse') {
  const answer = await post('/auth/login', { user, password });
  return openSession(String(answer.headers['set-cookie']).split(';')[0] ?? '');
}

/** Sends requests with a new access token of the session. */
async function openSession(cookie: string) {
  const verified = await app.inject({ url: '/api/authenticate/verify', headers: { cookie } });
  const { token } = verified.json<{ token: string }>();
  return (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    app.inject({ method, url: path, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
}

/** Follows the event stream; `ended` resolves when the server ends it. */
async function follow(token: string, cookie = '') {
  const answer = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}`, cookie } });
  const reader = answer.body?.getReader();
  await reader?.read();
  const readOn = async (): Promise<void> => {
    for (;;) if ((await reader?.read())?.done ?? true) return;
  };
  return { ended: readOn() };
}

it('adds a person, whose link sets a password on a page, once', async () => {
  const admin = await signIn('amelia.hart');
  const added = await admin('POST', '/api/people', { name: 'priya.shah', role: 'operator' });
  expect(added.statusCode).toBe(201);
  const { link } = added.json<OneTimeLink>();
  const secret = new URL(link, url).searchParams.get('link') ?? '';

  const page = await app.inject({ url: link });
  expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ]);
  expect(page.body).toContain('Set the password of <b>priya.shah</b>');
  const send = (password: string, again = password) => post('/auth/password', { link: secret, password, again });
  expect((await send('a long enough one', 'another one')).body).toContain('The passwords do not match.');
  const refused = await send('password1234');
  expect([refused.statusCode, refused.body.includes('one of the most common')]).toEqual([422, true]);
  const set = await send('a long enough one');
  expect([set.statusCode, set.headers.location]).toEqual([303, '/auth/login?other=1&set=1']);
  expect((await app.inject({ url: '/auth/login?other=1&set=1' })).body).toContain('Your password is set.');

  // Used, invented and missing links look alike.
  const dead = await Promise.all([link, '/auth/password?link=mcl_x', '/auth/password'].map((to) => app.inject(to)));
  expect(dead.map(({ statusCode, body }) => [statusCode, body])).toEqual(dead.map(() => [410, dead[0]?.body]));
  expect((await send('a long enough one')).statusCode).toBe(410);
  const priya = await signIn('priya.shah', 'a long enough one');
  expect((await priya('GET', '/api/me')).json()).toMatchObject({ name: 'priya.shah', signs_in_by: ['password'] });
});

it('gives new access only within ten minutes after a sign-in or a confirmation with the password (0095)', async () => {
  const { id } = await createUser(t, { name: 'lena.moss', password: 'correct horse', role: 'viewer' });
  const answer = await post('/auth/login', { user: 'amelia.hart', password: 'correct horse' });
  t.clock.advance(11 * 60_000);
  const admin = await openSession(String(answer.headers['set-cookie']).split(';')[0] ?? '');
  const changes = [
    ['POST', '/api/people', { name: 'max.stone', role: 'admin' }],
    ['PATCH', `/api/people/${id}`, { role: 'admin' }],
    ['POST', `/api/people/${id}/link`, undefined],
  ] as const;
  for (const [method, path, body] of changes) {
    const refused = await admin(method, path, body);
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { fields: { password: 'Enter your password.' } }]);
  }
  expect((await admin('PATCH', `/api/people/${id}`, { disabled: true })).statusCode).toBe(200);
  expect((await admin('PATCH', `/api/people/${id}`, { disabled: false })).statusCode).toBe(200);
  await admin('POST', '/api/me/confirm', { password: 'correct horse' });
  const statuses = [];
  for (const [method, path, body] of changes) statuses.push((await admin(method, path, body)).statusCode);
  expect(statuses).toEqual([201, 200, 201]);
});

it('accepts the form of a link only from its own page', async () => {
  const admin = await signIn('amelia.hart');
  const added = await admin('POST', '/api/people', { name: 'tom.okafor', role: 'viewer' });
  const link = new URL(added.json<OneTimeLink>().link, url).searchParams.get('link') ?? '';
  const payload = new URLSearchParams({ link, password: 'a long enough one', again: 'a long enough one' }).toString();
  const headers = { ...FORM, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect((await app.inject({ method: 'POST', url: '/auth/password', headers, payload })).statusCode).toBe(403);
});

it('ends sessions and open event streams at once when a person is disabled', async () => {
  const { id } = await createUser(t, { name: 'ines.carvalho', password: 'correct horse', role: 'viewer' });
  const answer = await post('/auth/login', { user: 'ines.carvalho', password: 'correct horse' });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const { token } = (await app.inject({ url: '/api/authenticate/verify', headers: { cookie } })).json<{
    token: string;
  }>();
  const stream = await follow(token);
  const admin = await signIn('amelia.hart');
  const disabled = await admin('PATCH', `/api/people/${id}`, { disabled: true });
  expect(disabled.json<Person>()).toMatchObject({ state: 'disabled', sessions: 0 });
  // Without the announcement the stream would end after 15 s, later than this test may take.
  await stream.ended;
  expect((await app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401);
  expect((await app.inject({ url: '/api/authenticate/verify', headers: { cookie } })).statusCode).toBe(403);
});

it('lets people end their own sessions, and only an admin those of others', async () => {
  const { id } = await createUser(t, { name: 'lucy.marsden', password: 'correct horse', role: 'release-manager' });
  const first = await signIn('lucy.marsden');
  const second = await signIn('lucy.marsden');
  const listed = (await second('GET', '/api/me/sessions')).json<{ sessions: { id: string; current: boolean }[] }>();
  expect(listed.sessions).toHaveLength(2);
  expect((await second('DELETE', '/api/me/sessions')).json()).toEqual({ ended: 1 });
  expect((await first('GET', '/api/me')).statusCode).toBe(401);
  for (const [method, path] of [
    ['GET', '/api/people'],
    ['POST', `/api/people/${id}/link`],
    ['GET', `/api/people/${id}/sessions`],
    ['DELETE', `/api/people/${id}/sessions`],
  ] as const)
    expect((await second(method, path)).statusCode).toBe(403);
  const admin = await signIn('amelia.hart');
  const [session] = (await admin('GET', `/api/people/${id}/sessions`)).json<{ sessions: { id: string }[] }>().sessions;
  expect((await admin('DELETE', `/api/people/${id}/sessions/${session?.id}`)).json()).toEqual({ ended: 1 });
  expect((await second('GET', '/api/me')).statusCode).toBe(401);
});

it("ends an idle session although its page is open: only a person's activity extends it (0096)", async () => {
  await createUser(t, { name: 'rosa.diaz', password: 'correct horse', role: 'viewer' });
  const answer = await post('/auth/login', { user: 'rosa.diaz', password: 'correct horse' });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const browser = { cookie, 'sec-fetch-site': 'same-origin' };
  let pair = (await app.inject({ url: '/api/authenticate/verify', headers: browser })).json<{
    token: string;
    refreshToken: string;
  }>();
  /** What an open page requests: a token refresh and a read. Returns the status of the read. */
  const ask = async (activity?: string) => {
    const headers = { ...browser, ...(activity && { 'x-activity': activity }) };
    const payload = { refresh_token: pair.refreshToken };
    const renewed = await app.inject({ method: 'POST', url: '/api/authenticate/refresh', headers, payload });
    if (renewed.statusCode < 300) pair = renewed.json();
    return (await app.inject({ url: '/api/me', headers: { ...headers, authorization: `Bearer ${pair.token}` } }))
      .statusCode;
  };
  for (let at = 0; at < 4; at += 1) {
    t.clock.advance(50 * 60_000);
    expect(await ask('person')).toBe(200);
  }
  const stream = await follow(pair.token, cookie);
  t.clock.advance(30 * 60_000);
  expect([await ask('none'), await ask()]).toEqual([200, 200]);
  t.clock.advance(30 * 60_000);
  expect(await ask('none')).toBe(401);
  expect(await ask('person')).toBe(401);
  // An announcement about the person makes the stream check its session, which it does every 15 s anyway.
  await signIn('rosa.diaz');
  await stream.ended;
});

it('announces whose access a sign-in or a change of a person concerns', async () => {
  const { id } = await createUser(t, { name: 'omar.reid', password: 'correct horse', role: 'viewer' });
  const admin = await signIn('amelia.hart');
  const change = (body: object) => () => admin('PATCH', `/api/people/${id}`, body);
  for (const step of [
    () => signIn('omar.reid'),
    change({ role: 'operator' }),
    () => admin('DELETE', `/api/people/${id}/sessions`),
    change({ disabled: true }),
    change({ disabled: false }),
    () => admin('POST', `/api/people/${id}/link`),
    () => admin('DELETE', `/api/people/${id}`),
    () => admin('POST', `/api/people/${id}/restore`),
  ]) {
    const topics = await announcedBy(t, step);
    expect(topics.filter((topic) => topic.startsWith('person:'))).toEqual([TOPIC.person(id)]);
  }
});
