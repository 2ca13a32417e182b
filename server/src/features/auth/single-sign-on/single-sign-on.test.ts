import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../../platform/audit/tables.ts';
import { beforeTransaction } from '../../../platform/testing/before-transaction.ts';
import { createUser } from '../accounts.ts';
import { authFeature } from '../feature.ts';
import { changePerson, deletePerson, listPeople, makePasswordLink } from '../people/people.ts';
import { apiTokens, providerLogouts, providerSignIns, sessions, userIdentities, users } from '../tables.ts';
import { signInProvided } from './provided-sign-in.ts';
import { startTestConsole } from './testing/console.ts';

const console = await startTestConsole();
const { t, provider, policy } = console;
afterAll(() => console.close());

const AMELIA = { subject: 'sub-amelia', name: 'amelia.hart', groups: ['console-admins'] };
beforeEach(async () => {
  await t.db.delete(users);
  await t.db.delete(providerSignIns);
  // Calls are limited per address and minute.
  t.clock.advance(60_000);
  Object.assign(provider, { person: AMELIA, tamper: null, forge: false, answer: null });
  Object.assign(policy, { only: false, defaultRole: undefined, contact: undefined });
  provider.register(console.app.listeningOrigin);
  console.forgetProvider();
});

const personNamed = async (name: string) => (await listPeople(t)).find((person) => person.name === name);
const events = async (count: number) =>
  (await t.db.select().from(auditEvents).orderBy(auditEvents.id))
    .slice(-count)
    .map(({ actor, action, subject }) => [actor, action, subject]);
const lastEvent = async () => (await t.db.select().from(auditEvents).orderBy(auditEvents.id)).at(-1);
/** A refusal of an unknown person, with address and device. */
const unknownRefused = (reason: RegExp) => ({
  action: 'user.sign-in-refused',
  subject: 'unknown user',
  after: {
    address: '127.0.0.1',
    device: expect.anything() as unknown,
    reason: expect.stringMatching(reason) as string,
  },
});
const openSessions = async () => t.db.select().from(sessions);

async function signIn(browser = console.browser(), address = '/auth/sso?return_to=/tenant/7') {
  return { browser, page: await browser.open(address) };
}

describe('the first sign-in', () => {
  it('creates an account with the role of the groups, and returns to the requested page', async () => {
    const { browser, page } = await signIn();
    expect(page.url).toBe(`${console.app.listeningOrigin}/tenant/7`);
    expect(browser.cookies.has('mc')).toBe(true);
    expect(await personNamed('amelia.hart')).toMatchObject({ role: 'admin', signs_in_by: ['single-sign-on'] });
    expect(await events(2)).toEqual([
      ['single sign-on', 'user.created', 'amelia.hart'],
      ['amelia.hart', 'user.signed-in', 'amelia.hart'],
    ]);
  });

  it('sends state, nonce and PKCE, and binds them to the browser', async () => {
    const browser = console.browser();
    const page = await browser.ask('/auth/sso');
    const url = new URL(page.headers.get('location') ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${console.app.listeningOrigin}/auth/sso/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(page.headers.get('set-cookie')).toMatch(/^mc-sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await t.db.select().from(providerSignIns)).toMatchObject([{ returnTo: '/' }]);
  });

  it('never gives access to an existing account of the same name', async () => {
    await createUser(t, { name: 'Amelia.Hart', password: 'correct horse', role: 'viewer' });
    await signIn();
    expect(await personNamed('Amelia.Hart')).toMatchObject({ role: 'viewer', sessions: 0 });
    expect(await personNamed('amelia.hart (single sign-on)')).toMatchObject({ role: 'admin', sessions: 1 });
  });

  // With an incorrect lock order, about one round in eight deadlocked.
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('creates one account for two first sign-ins, round %i', async () => {
    const both = await Promise.all([signIn(), signIn()]);
    const wanted = `${console.app.listeningOrigin}/tenant/7`;
    expect(both.map(({ page }) => (page.url === wanted ? page.url : page.body))).toEqual([wanted, wanted]);
    expect(await t.db.select().from(userIdentities)).toHaveLength(1);
    expect(await openSessions()).toHaveLength(2);
  });

  it('records long names of groups cut, without splitting a character', async () => {
    provider.person = { ...AMELIA, groups: ['console-admins', `${'x'.repeat(99)}😀😀`] };
    expect((await signIn()).page.url).toBe(`${console.app.listeningOrigin}/tenant/7`);
    const created = (await t.db.select().from(auditEvents).orderBy(auditEvents.id)).findLast(
      ({ action }) => action === 'user.created',
    );
    expect(created?.after).toMatchObject({ groups: ['console-admins', `${'x'.repeat(99)}😀…`] });
  });

  it('ignores groups whose names cannot be stored', async () => {
    provider.person = { ...AMELIA, groups: ['support', 'console-admins\0', 'console-\0admins', 'half \ud83d'] };
    expect((await signIn()).page.url).toBe(`${console.app.listeningOrigin}/tenant/7`);
    expect(await personNamed('amelia.hart')).toMatchObject({ role: 'viewer' });
  });

  it.each(['\0', 'amelia\0hart', 'x\ud83d', '😀'.repeat(50_000)])('takes any name of a person: %j', async (name) => {
    provider.person = { ...AMELIA, name };
    expect((await signIn()).page.url).toBe(`${console.app.listeningOrigin}/tenant/7`);
  });

  it('reads the groups from the userinfo endpoint when the ID token has none', async () => {
    provider.register(console.app.listeningOrigin, false);
    await signIn();
    expect(await personNamed('amelia.hart')).toMatchObject({ role: 'admin' });
  });

  it.each(['//evil.example', 'https://evil.example', '/auth/login', '/\\evil.example'])(
    'redirects to the home page instead of %s',
    async (wanted) => {
      const { page } = await signIn(console.browser(), `/auth/sso?return_to=${encodeURIComponent(wanted)}`);
      expect(page.url).toBe(`${console.app.listeningOrigin}/`);
    },
  );
});

describe('the role', () => {
  it('follows the groups at each sign-in; the highest role wins', async () => {
    await signIn();
    provider.person = { ...AMELIA, groups: ['support', 'ops', 'other'] };
    await signIn();
    expect(await personNamed('amelia.hart')).toMatchObject({ role: 'operator', sessions: 2 });
    expect((await events(2))[0]).toEqual(['single sign-on', 'user.role-changed', 'amelia.hart']);
  });

  it('is none without a mapped group: a page says so and whom to ask, and no account is created', async () => {
    policy.contact = 'it@example.com';
    provider.person = { ...AMELIA, groups: ['other'] };
    const { browser, page } = await signIn();
    expect(page.status).toBe(403);
    expect(page.body).toContain('You are signed in as <b>amelia.hart</b>');
    expect(page.body).toMatch(/None of your groups has a role.*so you have no access/);
    expect(page.body).toContain('Ask it@example.com for access.');
    expect(browser.cookies.has('mc')).toBe(false);
    expect(await listPeople(t)).toEqual([]);
    expect(await lastEvent()).toMatchObject({ action: 'user.sign-in-refused', subject: 'amelia.hart' });
  });

  it('is OIDC_DEFAULT_ROLE for those whose groups map to nothing', async () => {
    policy.defaultRole = 'viewer';
    provider.person = { subject: 'sub-tom', name: 'tom.okafor' };
    await signIn();
    expect(await personNamed('tom.okafor')).toMatchObject({ role: 'viewer' });
  });

  it('is lost with the groups: sessions end, and the account is enabled again with the next role', async () => {
    await signIn();
    provider.person = { ...AMELIA, groups: [] };
    expect((await signIn()).page.status).toBe(403);
    expect(await personNamed('amelia.hart')).toMatchObject({
      state: 'disabled',
      state_by: 'single sign-on',
      sessions: 0,
    });
    expect((await signIn()).page.status).toBe(403);
    provider.person = { ...AMELIA, groups: ['support'] };
    await signIn();
    expect(await personNamed('amelia.hart')).toMatchObject({ state: 'active', role: 'viewer', sessions: 1 });
  });

  it('takes the API tokens with it, which stay deleted when it comes back', async () => {
    await signIn();
    const { id: userId } = (await personNamed('amelia.hart')) ?? { id: 0 };
    const times = { createdAt: t.clock.now(), expiresAt: new Date(t.clock.now().getTime() + 60 * 60_000) };
    await t.db.insert(apiTokens).values({ userId, name: 'bot', hash: 'x', role: 'admin', ...times });
    provider.person = { ...AMELIA, groups: [] };
    await signIn();
    const recorded = (await t.db.select().from(auditEvents).orderBy(auditEvents.id)).findLast(
      ({ action }) => action === 'user.disabled',
    );
    expect(recorded?.after).toMatchObject({ why: 'no_role', sessions: 1, tokens: 1 });
    provider.person = AMELIA;
    await signIn();
    expect(await t.db.select().from(apiTokens)).toEqual([]);
  });

  it('cannot be changed in the console, nor can a password be set', async () => {
    await signIn();
    const { id } = (await personNamed('amelia.hart')) ?? { id: 0 };
    await expect(changePerson(t, id, { role: 'viewer' })).rejects.toThrow('comes from their groups');
    await expect(makePasswordLink(t, id)).rejects.toThrow('signs in with single sign-on');
  });
});

describe('a person without access', () => {
  it.each(['disabled', 'deleted'])('is told so when %s here, and groups do not help', async (state) => {
    await createUser(t, { name: 'priya.shah', password: 'correct horse', role: 'admin' });
    await signIn();
    const { id } = (await personNamed('amelia.hart')) ?? { id: 0 };
    await (state === 'disabled'
      ? changePerson(t.as({ name: 'priya.shah' }), id, { disabled: true })
      : deletePerson(t, id));
    const { browser, page } = await signIn();
    expect([page.status, browser.cookies.has('mc')]).toEqual([403, false]);
    expect(page.body).toContain('This account is disabled.');
    expect(await openSessions()).toEqual([]);
    // An admin's decision stands when the groups are lost and regained.
    provider.person = { ...AMELIA, groups: [] };
    await signIn();
    provider.person = AMELIA;
    expect((await signIn()).page.body).toContain('This account is disabled.');
  });

  it('starts no session when disabled during the sign-in', async () => {
    await signIn();
    const { id } = (await personNamed('amelia.hart')) ?? { id: 0 };
    const disable = () => changePerson(t.as({ name: 'priya.shah' }), id, { disabled: true });
    await createUser(t, { name: 'priya.shah', password: 'correct horse', role: 'admin' });
    const person = { ...AMELIA, issuer: provider.issuer, providerSession: null };
    const arrival = { person, source: { device: null, address: '192.0.2.1' }, cookieName: 'mc' };
    const during = beforeTransaction(t, (number) => (number === 0 ? disable() : undefined));
    expect(await signInProvided(during, policy, arrival)).toEqual({ refused: 'disabled', name: 'amelia.hart' });
    expect(await openSessions()).toEqual([]);
  });

  it('is told that the provider refused', async () => {
    provider.person = null;
    const { page } = await signIn();
    expect(page.status).toBe(403);
    expect(page.body).toContain('The sign-in provider did not sign you in.');
  });
});

/** Starts a sign-in and stops before the callback. */
async function arrive(browser = console.browser()) {
  const { url } = await browser.open('/auth/sso?return_to=/tenant', '/auth/sso/callback');
  return { browser, url };
}

describe('an invalid callback', () => {
  it('is rejected when it is replayed', async () => {
    const { browser, url } = await arrive();
    expect((await browser.open(url)).url).toMatch(/\/tenant$/);
    const again = await browser.open(url);
    expect(again.status).toBe(400);
    expect(again.body).toContain('This sign-in was already used, or is too old.');
    expect(await lastEvent()).toMatchObject(unknownRefused(/already used, is too old, or belongs to another browser/));
  });

  it('is rejected in another browser, which did not start it', async () => {
    const { browser, url } = await arrive();
    const other = console.browser();
    await other.ask('/auth/sso');
    expect((await other.open(url)).body).toContain('was already used');
    expect(await lastEvent()).toMatchObject(unknownRefused(/belongs to another browser/));
    expect(other.cookies.has('mc')).toBe(false);
    expect((await browser.open(url)).url).toMatch(/\/tenant$/);
  });

  it('is rejected after ten minutes, and purged', async () => {
    const { browser, url } = await arrive();
    t.clock.advance(10 * 60_000);
    expect((await browser.open(url)).body).toContain('too old');
    await authFeature
      .jobs(t)
      .find(({ name }) => name === 'auth.purge')
      ?.run({});
    expect(await t.db.select().from(providerSignIns)).toEqual([]);
  });

  it('is rejected with the code of another sign-in', async () => {
    const first = await arrive();
    const second = await arrive();
    const url = new URL(second.url);
    url.searchParams.set('code', new URL(first.url).searchParams.get('code') ?? '');
    const page = await second.browser.open(url.href);
    expect([page.status, second.browser.cookies.has('mc')]).toEqual([400, false]);
    expect(page.body).toContain('could not be verified');
  });

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['another audience', (claims) => ({ ...claims, aud: 'somebody-else' })],
    ['another nonce', (claims) => ({ ...claims, nonce: 'x'.repeat(43) })],
    ['no nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['an end in the past', (claims) => ({ ...claims, exp: 1 })],
    ['a subject that cannot be stored', (claims) => ({ ...claims, sub: 'sub-\0amelia' })],
    ['half of a surrogate pair in its subject', (claims) => ({ ...claims, sub: 'sub-\ud83d' })],
    ['a subject that is too long', (claims) => ({ ...claims, sub: 'x'.repeat(10_000) })],
    ['a session that cannot be stored', (claims) => ({ ...claims, sid: '\0' })],
  ])('is rejected with %s', async (_what, tamper) => {
    provider.tamper = tamper;
    const { browser, page } = await signIn();
    expect([page.status, browser.cookies.has('mc')]).toEqual([400, false]);
    expect(await lastEvent()).toMatchObject({ action: 'user.sign-in-refused', subject: 'unknown user' });
    expect(await listPeople(t)).toEqual([]);
  });

  it('is rejected when signed with another key of the same name', async () => {
    provider.forge = true;
    expect((await signIn()).page.status).toBe(400);
  });
});

it('records sign-ins that are throttled for an address', async () => {
  const browser = console.browser();
  let page = await browser.ask('/auth/sso');
  for (let at = 0; at < 60 && page.status !== 429; at += 1) page = await browser.ask('/auth/sso');
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '60']);
  expect(page.body).toContain('Too many requests came from your network address. Try again in 1 minute.');
  expect(await lastEvent()).toMatchObject({ action: 'user.sign-in-throttled', after: { address: '127.0.0.1' } });
});

describe('the provider', () => {
  it('may replace its signing key at any time', async () => {
    await signIn();
    await provider.rotateKey();
    expect((await signIn()).page.url).toMatch(/\/tenant\/7$/);
  });

  it('is reported to be down, before and after the person was there', async () => {
    await provider.stop();
    const { page } = await signIn();
    expect([page.status, page.headers.get('set-cookie')]).toEqual([503, null]);
    expect(page.body).toContain('The sign-in provider does not respond.');
    await provider.start();
    const { browser, url } = await arrive();
    await provider.stop();
    const back = await browser.open(url);
    await provider.start();
    expect([back.status, browser.cookies.has('mc')]).toEqual([503, false]);
    expect((await signIn()).page.url).toMatch(/\/tenant\/7$/);
  });

  it('is reported to be another one when its issuer differs', async () => {
    console.forgetProvider(provider.issuer.replace('localhost', '127.0.0.1'));
    const { page } = await signIn();
    expect(page.status).toBe(503);
    expect(page.body).toContain('not the one this console is set up for');
    expect(await lastEvent()).toMatchObject(unknownRefused(/misconfigured/));
  });

  it.each([
    ['an endless response', 'x'.repeat(600 * 1024)],
    ['no JSON', '<html>'],
    ['no object', '[]'],
  ])('is refused with %s', async (_what, body) => {
    provider.answer = (_request, response) => void response.setHeader('content-type', 'application/json').end(body);
    expect((await signIn()).page.status).toBe(503);
  });

  it.each([
    ['no authorization endpoint', { jwks_uri: 'https://id.example/keys' }],
    ['an invalid address of its keys', { authorization_endpoint: 'https://id.example/', jwks_uri: 'keys' }],
    [
      'a text instead of a list',
      { jwks_uri: 'https://id.example/keys', id_token_signing_alg_values_supported: 'RS256' },
    ],
  ])('is reported to be another one with %s', async (_what, metadata) => {
    provider.answer = (_request, response) =>
      void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer: provider.issuer, ...metadata }));
    const { page } = await signIn();
    expect(page.status).toBe(503);
    expect(page.body).toContain('not the one this console is set up for');
  });

  it('never gets a secret into the log', async () => {
    expect(console.logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(console.logged)).not.toMatch(/a secret of the client|eyJ|code_verifier/);
  });
});

describe('the logout of the provider', () => {
  const send = (token: string) =>
    console.app.inject({
      method: 'POST',
      url: '/auth/sso/logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });

  it('ends the session that it names, and no other', async () => {
    await signIn();
    await signIn();
    const [one, other] = await openSessions();
    await provider.logOut('sub-amelia', one?.providerSession ?? '');
    expect(await openSessions()).toMatchObject([{ id: other?.id }]);
    expect(await events(1)).toEqual([['single sign-on', 'user.sessions-ended', 'amelia.hart']]);
  });

  it('ends all sessions of a person without a session named, but not those of others', async () => {
    await signIn();
    await signIn();
    provider.person = { subject: 'sub-tom', name: 'tom.okafor', groups: ['ops'] };
    await signIn();
    expect((await send(await provider.logoutToken({ sub: 'sub-amelia', jti: 'all' }))).statusCode).toBe(200);
    expect(await openSessions()).toHaveLength(1);
  });

  it('is accepted once', async () => {
    const token = await provider.logoutToken({ sub: 'sub-amelia', jti: 'once' });
    const codes = [(await send(token)).statusCode, (await send(token)).statusCode];
    expect(codes).toEqual([200, 400]);
    t.clock.advance(16 * 60_000);
    await authFeature
      .jobs(t)
      .find(({ name }) => name === 'auth.purge')
      ?.run({});
    expect(await t.db.select().from(providerLogouts)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, { typ?: string; alg?: string }]>([
    ['without an event', { events: {} }, {}],
    ['with a nonce', { nonce: 'n' }, {}],
    ['for another client', { aud: 'somebody-else' }, {}],
    ['of another issuer', { iss: 'https://evil.example' }, {}],
    ['that has ended', { iat: 1, exp: 2 }, {}],
    ['that is old', { iat: 1 }, {}],
    ['without an id', { jti: undefined }, {}],
    ['without anybody', { sub: undefined }, {}],
    ['for an impossible person', { sub: 'sub-\0amelia' }, {}],
    ['for an impossible session', { sid: 'x\ud83d' }, {}],
    ['of another type', {}, { typ: 'at+jwt' }],
    ['signed with the public key', {}, { alg: 'HS256' }],
  ])('is refused %s', async (_what, claims, header) => {
    await signIn();
    const token = await provider.logoutToken({ sub: 'sub-amelia', jti: 'bad', ...claims }, header);
    expect((await send(token)).statusCode).toBe(400);
    expect(await openSessions()).toHaveLength(1);
  });

  it('is rejected without a token, and with a forged one', async () => {
    provider.forge = true;
    expect((await send(await provider.logoutToken({ sub: 'sub-amelia', jti: 'forged' }))).statusCode).toBe(400);
    expect((await send('')).statusCode).toBe(400);
  });
});

describe('the sign-in page', () => {
  it('offers single sign-on beside the form, or alone with OIDC_ONLY', async () => {
    const ask = () => console.app.inject('/auth/login?return_to=/tenant/7');
    const both = (await ask()).body;
    expect(both).toContain('href="/auth/sso?return_to=%2Ftenant%2F7"');
    expect(both).toContain('<label for="password">');
    policy.only = true;
    const alone = (await ask()).body;
    expect(alone).toContain('Sign in with single sign-on');
    expect(alone).not.toContain('<label for="password">');
    const sent = await console.app.inject({
      method: 'POST',
      url: '/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: 'user=amelia.hart&password=correct+horse',
    });
    expect([sent.statusCode, sent.headers['set-cookie']]).toEqual([403, undefined]);
    expect(sent.body).toContain('Passwords are not accepted here.');
  });

  it('makes the provider ask for credentials when a user switches accounts', async () => {
    const page = await console.app.inject('/auth/login?other=1');
    expect(page.body).toContain('href="/auth/sso?other=1&amp;return_to=%2F"');
    const started = await console.app.inject('/auth/sso?other=1');
    expect(new URL(started.headers.location ?? '').searchParams.get('prompt')).toBe('login');
  });
});
