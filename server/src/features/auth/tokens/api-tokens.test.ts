import { calls } from '@mission-control/contract/calls';
import { oneTimeLink } from '@mission-control/contract/people/schema';
import { createdApiToken, MAX_TOKENS, TOKEN_PATTERN } from '@mission-control/contract/people/tokens';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../../app/testing/feature-app.ts';
import { auditEvents } from '../../../platform/audit/tables.ts';
import { systemRandom } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import { beforeTransaction } from '../../../platform/testing/before-transaction.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createUser } from '../accounts.ts';
import { authFeature } from '../feature.ts';
import { changePerson, deletePerson, restorePerson } from '../people/people.ts';
import { confirmMyself } from '../presence.ts';
import { authenticate } from '../sessions/access-tokens.ts';
import { apiTokens, users } from '../tables.ts';
import { signedIn } from '../testing/signed-in.ts';
import { callsForTokens, createToken, listTokens, revokeToken } from './api-tokens.ts';
import { isTokenText, newTokenText } from './token-format.ts';

const t = setUpTestCtx();
let app: FastifyInstance;
beforeAll(() => void (app = createFeatureApp(t, { authenticate })));
afterAll(() => app.close());

let priya: Ctx;
let priyaId = 0;
beforeEach(async () => {
  await t.db.delete(users);
  await createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'admin' });
  ({ id: priyaId } = await createUser(t, { name: 'priya.shah', password: 'correct horse', role: 'release-manager' }));
  await signInAgain();
});

const signInAgain = async () =>
  void (priya = await signedIn(t, { name: 'priya.shah', role: 'release-manager', id: priyaId }));

const START = '2026-11-21T09:00:00.000Z';
const DAY_MS = 24 * 60 * 60_000;
const create = (more: Partial<Parameters<typeof createToken>[1]> = {}) =>
  createToken(priya, { name: 'deploy-bot', role: 'operator', calls: null, expires_in_days: 30, ...more });
const callerOf = (token: string, address = '192.0.2.18') =>
  authenticate(t, `Bearer ${token}`, { address, cookies: {} });
const isRefused = { code: 'not_signed_in' };
const status = async (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  (await app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) }))
    .statusCode;

describe('the text of a token', () => {
  it('has a fixed prefix and a checksum, which detects every single wrong character', () => {
    fc.assert(
      fc.property(fc.nat(41), fc.constantFrom('0', 'A', 'z', '9'), (at, other) => {
        const token = newTokenText(systemRandom);
        expect(token).toMatch(TOKEN_PATTERN);
        expect(isTokenText(token)).toBe(true);
        const wrong = token.slice(0, 3 + at) + other + token.slice(4 + at);
        expect(isTokenText(wrong)).toBe(wrong === token);
      }),
    );
    expect(new Set(Array.from({ length: 1000 }, () => newTokenText(systemRandom))).size).toBe(1000);
  });

  it('is distinguished from anything else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isTokenText(`mc_${text}`)).toBe(false);
      }),
    );
  });
});

describe('a token', () => {
  it('acts as its owner, is named in the audit log, and is stored only as a hash', async () => {
    const { token, created } = await create();
    expect(created).toMatchObject({ name: 'deploy-bot', role: 'operator', expires_at: '2026-12-21T09:00:00.000Z' });
    const caller = await callerOf(token);
    expect(caller).toMatchObject({
      kind: 'user',
      id: priyaId,
      name: `deploy-bot (token ${created.id} of person priya.shah)`,
      role: 'operator',
      sessionId: null,
    });
    const stored = JSON.stringify([await t.db.select().from(apiTokens), await t.db.select().from(auditEvents)]);
    expect(stored).not.toContain(token.slice(3, 20));
    expect(await listTokens(priya, priyaId)).toMatchObject([
      { id: created.id, last_used_at: START, last_address: '192.0.2.18' },
    ]);
  });

  it('never exceeds the current role of its owner', async () => {
    const { token } = await create({ role: 'release-manager' });
    await expect(create({ name: 'admin-bot', role: 'admin' })).rejects.toMatchObject({
      fields: { role: expect.stringMatching(/your own role/) as string },
    });
    expect((await callerOf(token)).role).toBe('release-manager');
    await changePerson(t, priyaId, { role: 'viewer' });
    expect((await callerOf(token)).role).toBe('viewer');
    await changePerson(t, priyaId, { role: 'admin' });
    expect((await callerOf(token)).role).toBe('release-manager');
  });

  it('ends when it expires, when it is revoked, and permanently when its owner is disabled or deleted', async () => {
    const { token } = await create({ expires_in_days: 1 });
    t.clock.advance(DAY_MS);
    await expect(callerOf(token)).rejects.toMatchObject(isRefused);
    t.clock.set(START);
    const [first] = await listTokens(priya, priyaId);
    await expect(revokeToken(t, priyaId + 1, first?.id ?? 0)).rejects.toMatchObject({ code: 'not_found' });
    await revokeToken(priya, priyaId, first?.id ?? 0);
    await expect(callerOf(token)).rejects.toMatchObject(isRefused);

    const second = (await create()).token;
    await changePerson(t, priyaId, { disabled: true });
    await expect(callerOf(second)).rejects.toMatchObject(isRefused);
    await changePerson(t, priyaId, { disabled: false });
    await expect(callerOf(second)).rejects.toMatchObject(isRefused);
    await signInAgain();

    const third = (await create()).token;
    await deletePerson(t, priyaId);
    await restorePerson(t, priyaId);
    await expect(callerOf(third)).rejects.toMatchObject(isRefused);
  });

  it('is created only within ten minutes after a sign-in or a confirmation with the password (0095)', async () => {
    t.clock.advance(10 * 60_000);
    await expect(create()).rejects.toMatchObject({ code: 'refused', fields: { password: 'Enter your password.' } });
    expect(await listTokens(priya, priyaId)).toEqual([]);
    await confirmMyself(priya, { password: 'correct horse', ip: '192.0.2.18' });
    expect(await create()).toMatchObject({ created: { name: 'deploy-bot' } });
    await t.db.update(users).set({ singleSignOn: true, passwordHash: null }).where(eq(users.id, priyaId));
    t.clock.advance(10 * 60_000);
    await expect(create({ name: 'other' })).rejects.toMatchObject({
      code: 'refused',
      message: 'This requires a sign-in within the last 10 minutes. Log out and in again.',
    });
    await signInAgain();
    expect(await create({ name: 'other' })).toMatchObject({ created: { name: 'other' } });
    t.clock.set(START);
  });

  it('is not created while its owner is disabled', async () => {
    const during = beforeTransaction(t, () => changePerson(t, priyaId, { disabled: true }));
    const input = { name: 'deploy-bot', role: 'viewer', calls: null, expires_in_days: 30 } as const;
    await expect(createToken({ ...priya, db: during.db }, input)).rejects.toMatchObject({ code: 'not_found' });
    expect(await t.db.select().from(apiTokens)).toEqual([]);
  });

  it('cannot be revoked through another person', async () => {
    const { token, created } = await create();
    const { id: tom } = await createUser(t, { name: 'tom.okafor', password: 'correct horse', role: 'operator' });
    await expect(revokeToken(priya, tom, created.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await callerOf(token)).toMatchObject({ id: priyaId });
  });

  it('is rejected when it is invented, and without a database query when it is mistyped', async () => {
    const { token } = await create();
    await expect(callerOf(newTokenText(systemRandom))).rejects.toMatchObject(isRefused);
    const noDatabase = { ...t, db: undefined as never };
    for (const wrong of [`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, 'mc_', `${token}x`])
      await expect(
        authenticate(noDatabase, `Bearer ${wrong}`, { address: '192.0.2.18', cookies: {} }),
      ).rejects.toMatchObject(isRefused);
  });

  it('is rejected while its owner is disabled or deleted, even if it was created at that moment', async () => {
    const { token } = await create();
    for (const out of [{ disabled: true }, { disabled: false, deletedAt: t.clock.now() }]) {
      await t.db.update(users).set(out).where(eq(users.id, priyaId));
      await expect(callerOf(token)).rejects.toMatchObject(isRefused);
    }
  });

  it('records its use once a minute, and a new address after five seconds', async () => {
    const { token } = await create();
    const use = async (afterMs: number, address: string) => {
      t.clock.advance(afterMs);
      await callerOf(token, address);
      const [{ last_used_at: at, last_address: from } = {}] = await listTokens(priya, priyaId);
      return [at, from];
    };
    const [home, other] = ['192.0.2.18', '192.0.2.19'];
    expect(await use(0, home)).toEqual([START, home]);
    expect(await use(4_999, other)).toEqual([START, home]);
    expect(await use(1, other)).toEqual(['2026-11-21T09:00:05.000Z', other]);
    expect(await use(59_999, other)).toEqual(['2026-11-21T09:00:05.000Z', other]);
    expect(await use(1, other)).toEqual(['2026-11-21T09:01:05.000Z', other]);
    t.clock.set(START);
  });

  it('is limited to 50 per owner', async () => {
    for (let made = 0; made < MAX_TOKENS; made += 1) await create({ name: `bot-${made}` });
    await expect(create()).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/at most 50/) as string,
    });
    expect(await listTokens(priya, priyaId)).toHaveLength(MAX_TOKENS);
  });

  it('does not count towards the limit once it has expired', async () => {
    for (let made = 0; made < MAX_TOKENS; made += 1) await create({ name: `bot-${made}`, expires_in_days: 1 });
    t.clock.advance(DAY_MS);
    await signInAgain();
    expect(await create()).toMatchObject({ created: { name: 'deploy-bot' } });
    t.clock.set(START);
  });

  it('is purged 30 days after it expires', async () => {
    await create({ expires_in_days: 1 });
    t.clock.advance(30 * DAY_MS);
    await authFeature.jobs(t)[0]?.run({});
    expect(await listTokens(priya, priyaId)).toHaveLength(1);
    t.clock.advance(DAY_MS + 1);
    await authFeature.jobs(t)[0]?.run({});
    expect(await listTokens(priya, priyaId)).toEqual([]);
    t.clock.set(START);
  });

  it('has a name that is unique among those of its owner, and lists only existing calls', async () => {
    await create();
    await expect(create()).rejects.toMatchObject({
      code: 'conflict',
      fields: { name: expect.stringMatching(/already/) as string },
    });
    for (const call of ['noSuchCall', 'createMyToken', 'verifySignIn'])
      await expect(create({ name: 'other', calls: [call] })).rejects.toMatchObject({
        fields: { calls: expect.stringContaining(call) as string },
      });
  });
});

describe('over HTTP a token', () => {
  it('makes only the calls on its list', async () => {
    const { token } = await create({ calls: ['listTenants', 'getMe'] });
    expect(await status(token, 'GET', '/api/tenant')).toBe(200);
    expect(await status(token, 'GET', '/api/me')).toBe(200);
    expect(await status(token, 'GET', '/api/database')).toBe(403);
    expect(await status((await create({ name: 'all' })).token, 'GET', '/api/database')).toBe(200);
  });

  it('makes no call that requires a signed-in person, whatever its role', async () => {
    const { token } = await create();
    const closed = calls.filter((call) => call.personOnly);
    expect(closed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['changeMyPassword', 'createMyToken', 'makePasswordLink']),
    );
    for (const { method, path } of closed) {
      const url = path.replaceAll(/\{\w+\}/g, '1');
      expect(await status(token, method as 'GET', url, method === 'DELETE' ? undefined : {})).toBe(403);
    }
    expect(callsForTokens().map(({ name }) => name)).not.toContain('createMyToken');
  });

  it('cannot change accounts, and gets no one-time link and no token', () => {
    const allowed = new Set(callsForTokens().map(({ name }) => name));
    const closed = calls.filter(
      ({ method, path, response }) =>
        response === oneTimeLink ||
        response === createdApiToken ||
        (method !== 'GET' && /^\/api\/(people|me)(\/|$)/.test(path)),
    );
    expect(closed.length).toBeGreaterThan(15);
    expect(closed.map(({ name }) => name).filter((name) => allowed.has(name))).toEqual([]);
  });

  it('is created with an expiry, at most a year ahead', async () => {
    const body = { name: 'deploy-bot', role: 'viewer' };
    const own = createFeatureApp(t, { authenticate: async () => priya.actor });
    const post = async (payload: object) =>
      (await own.inject({ method: 'POST', url: '/api/me/tokens', payload })).statusCode;
    expect(await post(body)).toBe(400);
    expect(await post({ ...body, expires_in_days: 366 })).toBe(400);
    expect(await post({ ...body, expires_in_days: 365 })).toBe(201);
    await own.close();
  });
});
