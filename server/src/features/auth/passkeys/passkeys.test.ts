import fastifyCookie from '@fastify/cookie';
import { MAX_PASSKEYS } from '@mission-control/contract/people/passkeys/calls';
import { desc } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { guardInput } from '../../../app/http/guard-input.ts';
import { answerError } from '../../../app/http/http-errors.ts';
import { auditEvents } from '../../../platform/audit/tables.ts';
import { beforeTransaction } from '../../../platform/testing/before-transaction.ts';
import type { Ctx } from '../../../platform/context.ts';
import { createTestCtx } from '../../../platform/testing/test-ctx.ts';
import { createUser } from '../accounts.ts';
import { authFeature } from '../feature.ts';
import { signInPages } from '../pages/sign-in-pages.ts';
import { confirmMyself } from '../presence.ts';
import { changePerson, deletePerson } from '../people/people.ts';
import { getMe } from '../people/person-sessions.ts';
import { loginThrottle, passkeyChallenges, passkeys, sessions, users } from '../tables.ts';
import { addPasskey, beginPasskey, listPasskeys, removeOwnPasskey, removePasskey, renamePasskey } from './passkeys.ts';
import { beginSignIn, signInWithPasskey } from './passkey-sign-in.ts';
import { signedIn } from '../testing/signed-in.ts';
import { relyingParty } from './relying-party.ts';
import { createAuthenticator } from './testing/authenticator.ts';

const HOST = 'console.example.com';
const PARTY = { origin: `https://${HOST}`, rpId: HOST };
const plain = await createTestCtx();
const t = Object.assign(plain, { address: () => PARTY.origin });
afterAll(() => t.close());
const app = fastify();
guardInput(app);
app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
await app.register(fastifyCookie);
await app.register(signInPages, { services: t, secureCookies: true });

let amelia: { id: number };
beforeEach(async () => {
  // Resets the limits per address.
  t.clock.advance(60_000);
  for (const table of [loginThrottle, passkeyChallenges, users]) await t.db.delete(table);
  await createUser(t, { name: 'owen.reyes', password: 'correct horse', role: 'admin' });
  amelia = await createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'operator' });
});

interface Options {
  challenge: string;
  user: { id: string };
  authenticatorSelection: object;
  excludeCredentials: { id: string }[];
}
const begin = async (ctx: Ctx) => (await beginPasskey(ctx)).options as unknown as Options;

/** A person's authenticator with one of their passkeys. */
async function withPasskey() {
  const ctx = await signedIn(t, amelia);
  const device = createAuthenticator();
  const { challenge, user } = await begin(ctx);
  const passkey = await addPasskey(ctx, { name: 'Laptop', response: device.register({ ...PARTY, challenge }) });
  return { ctx, device, passkey, handle: user.id };
}

const OWN = { host: HOST, 'sec-fetch-site': 'same-origin' };

/** A browser: its cookie, and the challenge it was given. */
async function openBrowser() {
  const answer = await app.inject({ method: 'POST', url: '/auth/passkey/options', headers: OWN });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { cookie, ...answer.json<{ challenge: string; rpId: string }>() };
}

async function send(response: object, cookie: string, headers: Record<string, string> = {}) {
  const payload = new URLSearchParams({ response: JSON.stringify(response), return_to: '/tenant/12' }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const all = { ...OWN, ...type, cookie, ...headers };
  return app.inject({ method: 'POST', url: '/auth/passkey', headers: all, payload });
}

const lastEvent = async () => (await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];
const NOT_ACCEPTED = 'That passkey was not accepted. Try again, or use your password.';

describe('signing in with a passkey (0095)', () => {
  it('opens a session, makes the device known, and is recorded with the name of the passkey', async () => {
    const { device, handle } = await withPasskey();
    const { cookie, challenge, rpId } = await openBrowser();
    expect(rpId).toBe(HOST);
    const answer = await send(device.signIn({ ...PARTY, challenge }, handle), cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/tenant/12']);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-mc=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-mc-device=/),
    ]);
    expect(await lastEvent()).toMatchObject({ action: 'user.signed-in', actor: 'amelia.hart' });
    expect((await lastEvent())?.after).toMatchObject({ with: 'passkey Laptop' });
    const [kept] = await t.db.select().from(passkeys);
    expect([kept?.counter, kept?.lastUsedAt]).toEqual([1, t.clock.now()]);
  });

  it('accepts each answer once, within five minutes, and from the browser that asked', async () => {
    const { device, handle } = await withPasskey();
    const mine = await openBrowser();
    const theirs = await openBrowser();
    const answer = device.signIn({ ...PARTY, challenge: mine.challenge }, handle);
    expect((await send(answer, theirs.cookie)).statusCode).toBe(401);
    expect((await send(answer, '')).statusCode).toBe(401);
    expect((await send(answer, mine.cookie)).statusCode).toBe(303);
    expect((await send(answer, mine.cookie)).body).toContain(NOT_ACCEPTED);
    const late = await openBrowser();
    t.clock.advance(5 * 60_000);
    expect((await send(device.signIn({ ...PARTY, challenge: late.challenge }, handle), late.cookie)).statusCode).toBe(
      401,
    );
    await authFeature
      .jobs(t)
      .find(({ name }) => name === 'auth.purge')
      ?.run({});
    expect(await t.db.select().from(passkeyChallenges)).toEqual([]);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another relying party', { rpId: 'evil.example' }, {}],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, {}],
    ['no user verification', {}, { flags: 0x01 }],
    ['another account', {}, { handle: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['a counter that did not increase', {}, { counter: -1 }],
  ] as const)('refuses %s', async (_what, changed, more: { flags?: number; handle?: string; counter?: number }) => {
    const { device, handle } = await withPasskey();
    device.setCounter(5);
    const first = await openBrowser();
    await send(device.signIn({ ...PARTY, challenge: first.challenge }, handle), first.cookie);
    const { cookie, challenge } = await openBrowser();
    if (more.counter !== undefined) device.setCounter(5);
    const answer = await send(
      device.signIn({ ...PARTY, challenge, ...changed }, more.handle ?? handle, more.flags),
      cookie,
    );
    expect([answer.statusCode, answer.body.includes(NOT_ACCEPTED)]).toEqual([401, true]);
    expect(await lastEvent()).toMatchObject({ action: 'user.sign-in-refused', subject: 'amelia.hart' });
    expect(await t.db.select().from(sessions)).toHaveLength(2);
  });

  it('starts no session when the person is disabled meanwhile', async () => {
    const { device, handle } = await withPasskey();
    const party = { id: HOST, origin: PARTY.origin };
    const { challenge } = await beginSignIn(t, party, 'browser');
    // After the response was verified, which takes the first transaction.
    const act = (number: number) => (number === 1 ? changePerson(t, amelia.id, { disabled: true }) : undefined);
    const signedInAs = await signInWithPasskey(beforeTransaction(t, act), {
      party,
      browser: 'browser',
      text: JSON.stringify(device.signIn({ ...PARTY, challenge }, handle)),
      source: { device: null, address: '192.0.2.1' },
      cookieName: 'mc',
    });
    expect([signedInAs, await t.db.select().from(sessions)]).toEqual([undefined, []]);
    expect(await lastEvent()).toMatchObject({ action: 'user.sign-in-refused', subject: 'amelia.hart' });
  });

  it('refuses unknown and removed passkeys, and malformed answers', async () => {
    const { ctx, device, passkey, handle } = await withPasskey();
    await removeOwnPasskey(ctx, passkey.id);
    const { cookie, challenge } = await openBrowser();
    for (const answer of [device.signIn({ ...PARTY, challenge }, handle), {}, { id: 1 }, { id: "'; --" }])
      expect((await send(answer, cookie)).statusCode).toBe(401);
    expect(await lastEvent()).toMatchObject({ action: 'user.sign-in-refused', subject: 'unknown user' });
  });

  it('is for active people only', async () => {
    const { device, handle } = await withPasskey();
    const attempt = async () => {
      const { cookie, challenge } = await openBrowser();
      return (await send(device.signIn({ ...PARTY, challenge }, handle), cookie)).statusCode;
    };
    await changePerson(t, amelia.id, { disabled: true });
    expect(await attempt()).toBe(401);
    await changePerson(t, amelia.id, { disabled: false });
    expect(await attempt()).toBe(303);
    await t.db.update(users).set({ singleSignOn: true });
    expect(await attempt()).toBe(401);
    await t.db.update(users).set({ singleSignOn: false });
    await deletePerson(t, amelia.id);
    expect(await attempt()).toBe(401);
  });

  it('is offered only at the address of the console, and to its own pages', async () => {
    const page = await app.inject({ url: '/auth/login', headers: OWN });
    expect(page.body).toContain('Sign in with a passkey');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const elsewhere = { ...OWN, host: '10.0.0.7:4400' };
    const plainPage = await app.inject({ url: '/auth/login', headers: elsewhere });
    expect([plainPage.body.includes('passkey'), plainPage.body.includes('<script')]).toEqual([false, false]);
    const ask = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/auth/passkey/options', headers });
    expect((await ask(elsewhere)).statusCode).toBe(403);
    expect((await ask({ ...OWN, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await send({}, '', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    for (const script of ['/auth/webauthn.js', '/auth/passkey.js'])
      expect((await app.inject(script)).headers['content-type']).toContain('text/javascript');
  });

  it('is throttled per address: its script gets JSON, the person a page', async () => {
    const ask = () => app.inject({ method: 'POST', url: '/auth/passkey/options', headers: OWN });
    let answer = await ask();
    for (let at = 0; at < 30; at += 1) answer = await ask();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([429, 'application/json; charset=utf-8']);
    const page = await send({}, '');
    expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(page.body).toContain('Too many requests came from your network address. Try again in 1 minute.');
  });
});

describe('own passkeys', () => {
  it('are limited when several are added at once, too', async () => {
    const ctx = await signedIn(t, amelia);
    const challenges = [];
    for (let at = 0; at < 25; at += 1) challenges.push((await begin(ctx)).challenge);
    const add = (challenge: string, at: number) =>
      addPasskey(ctx, { name: `Key ${at}`, response: createAuthenticator().register({ ...PARTY, challenge }) });
    await Promise.allSettled(challenges.map(add));
    expect((await listPasskeys(ctx, amelia.id)).passkeys).toHaveLength(MAX_PASSKEYS);
  });

  it('are added, named and removed by a person who has just signed in or confirmed with the password', async () => {
    const { ctx, passkey } = await withPasskey();
    expect(await getMe(ctx)).toMatchObject({ signs_in_by: ['password', 'passkey'] });
    t.clock.advance(10 * 60_000);
    const refused = { code: 'refused', fields: { password: 'Enter your password.' } };
    await expect(beginPasskey(ctx)).rejects.toMatchObject(refused);
    await expect(renamePasskey(ctx, passkey.id, 'Phone')).rejects.toMatchObject(refused);
    await expect(removeOwnPasskey(ctx, passkey.id)).rejects.toMatchObject(refused);
    const confirm = (password: string) => confirmMyself(ctx, { password, ip: '192.0.2.1' });
    await expect(confirm('wrong')).rejects.toMatchObject({ fields: { password: 'The password is wrong.' } });
    await confirm('correct horse');
    expect((await begin(ctx)).excludeCredentials).toHaveLength(1);
    expect(await renamePasskey(ctx, passkey.id, 'Phone')).toMatchObject({ name: 'Phone' });
    await removeOwnPasskey(ctx, passkey.id);
    expect(await listPasskeys(ctx, ctx.actor.id)).toEqual({ passkeys: [], address: PARTY.origin });
    const actions = (await t.db.select().from(auditEvents)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['passkey.added', 'passkey.renamed', 'passkey.removed']));
  });

  it('are added once, whatever their name', async () => {
    const { ctx, device } = await withPasskey();
    const { challenge } = await begin(ctx);
    await expect(
      addPasskey(ctx, { name: 'Phone', response: device.register({ ...PARTY, challenge }) }),
    ).rejects.toMatchObject({ code: 'conflict', message: 'This passkey was already added.' });
  });

  it('are discoverable and require user verification', async () => {
    expect((await begin(await signedIn(t, amelia))).authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
  });

  it("are created with the options of the same session, once, at the console's own address", async () => {
    const ctx = await signedIn(t, amelia);
    const other = await signedIn(t, amelia);
    const make = (own: Ctx, challenge: string, origin = PARTY.origin) =>
      addPasskey(own, { name: 'Key', response: createAuthenticator().register({ ...PARTY, origin, challenge }) });
    const { challenge } = await begin(ctx);
    await expect(make(other, challenge)).rejects.toMatchObject({ code: 'refused' });
    await expect(make(ctx, (await begin(ctx)).challenge, 'https://evil.example')).rejects.toMatchObject({
      code: 'refused',
    });
    expect(await make(ctx, challenge)).toMatchObject({ name: 'Key', synced: false });
    await expect(make(ctx, challenge)).rejects.toMatchObject({ code: 'refused' });
    await expect(make(ctx, (await begin(ctx)).challenge)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are not available to people with single sign-on', async () => {
    const ctx = await signedIn(t, amelia);
    await t.db.update(users).set({ singleSignOn: true });
    await expect(beginPasskey(ctx)).rejects.toMatchObject({ code: 'refused' });
  });

  it('belong to one person; an admin removes them', async () => {
    const { passkey } = await withPasskey();
    const owen = await signedIn(t, { id: amelia.id - 1 });
    await expect(removeOwnPasskey(owen, passkey.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(renamePasskey(owen, passkey.id, 'Mine')).rejects.toMatchObject({ code: 'not_found' });
    expect((await listPasskeys(t, amelia.id)).passkeys).toHaveLength(1);
    await removePasskey(t, amelia.id, passkey.id);
    expect((await listPasskeys(t, amelia.id)).passkeys).toEqual([]);
  });
});

it('takes the relying party from the configured address', () => {
  const party = (address?: string) => relyingParty(address === undefined ? {} : { address: () => address });
  expect(party('https://console.example.com/')).toEqual({ id: HOST, origin: PARTY.origin });
  expect(party('https://console.example.com:8443')).toMatchObject({ origin: 'https://console.example.com:8443' });
  expect(party('http://127.0.0.1:4400')).toEqual({ id: 'localhost', origin: 'http://localhost:4400' });
  for (const address of [undefined, 'http://console.example.com', 'https://192.0.2.1', 'https://[2001:db8::1]', 'x'])
    expect(party(address)).toBeNull();
});
