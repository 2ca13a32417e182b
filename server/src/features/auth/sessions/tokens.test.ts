import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { auditEvents } from '../../../platform/audit/tables.ts';
import { authenticate, authenticateSession } from './access-tokens.ts';
import { createUser } from '../accounts.ts';
import { authFeature } from '../feature.ts';
import { explainTokens, refresh, signOut, verify } from '../service.ts';
import { signIn } from '../sign-in.ts';
import { rotateSigningKey, signingKey } from './signing-keys.ts';
import { refreshFamilies, refreshTokens, sessions, signingKeys, users } from '../tables.ts';

const t = setUpTestCtx();

beforeEach(async () => {
  await t.db.delete(users);
  await createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'operator' });
});

/** The HTTP exchange of one request, and what the response set. */
function browser(cookies: Record<string, string>, headers: Record<string, string> = {}) {
  const cleared: string[] = [];
  const set: Record<string, string> = {};
  return {
    cookies,
    ip: '192.0.2.1',
    cleared,
    set,
    header: (name: string) => headers[name],
    setHeader: (name: string, value: string) => void (set[name] = value),
    setCookie: () => undefined,
    clearCookie: (name: string) => void cleared.push(name),
  };
}

async function signedIn() {
  const result = await signIn(t, { user: 'amelia.hart', password: 'correct horse', ip: '192.0.2.1' }, 'mc');
  if (!('cookie' in result)) throw new Error('not signed in');
  const http = browser({ mc: result.cookie });
  return { http, ...(await verify(t, http)) };
}

const bearer = (token: string, cookies: Record<string, string> = {}) =>
  authenticate(t, `Bearer ${token}`, { address: '192.0.2.1', cookies, acts: true });
const isRefused = { code: 'not_signed_in' };
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('verify', () => {
  it('returns exactly token, refreshToken and user for the session cookie [AUTH-01] [AUTH-02]', async () => {
    const { http } = await signedIn();
    const answer = await verify(t, http);
    expect(Object.keys(answer).toSorted()).toEqual(['refreshToken', 'token', 'user']);
    expect(answer.user).toBe('amelia.hart');
    expect(await bearer(answer.token)).toMatchObject({ kind: 'user', name: 'amelia.hart', role: 'operator' });
  });

  it('also works with a valid bearer token, whose lifetime it does not extend', async () => {
    const { token } = await signedIn();
    const withBearer = browser({}, { authorization: `Bearer ${token}` });
    t.clock.advance(9 * 60_000);
    const answer = await verify(t, withBearer);
    expect([answer.user, answer.token]).toEqual(['amelia.hart', token]);
    await expect(refresh(t, answer.refreshToken, withBearer)).rejects.toMatchObject(isRefused);
    t.clock.advance(2 * 60_000);
    await expect(verify(t, withBearer)).rejects.toMatchObject({ code: 'sign_in_required' });
    await expect(bearer(answer.token)).rejects.toMatchObject(isRefused);
  });

  it('gives a browser a token that works only with the cookie of its session (0093)', async () => {
    const { http } = await signedIn();
    const other = await signedIn();
    const inBrowser = browser(http.cookies, { 'sec-fetch-site': 'same-origin' });
    const first = await verify(t, inBrowser);
    const next = await refresh(t, first.refreshToken, inBrowser);
    for (const { token } of [first, next]) {
      expect(await bearer(token, http.cookies)).toMatchObject({ name: 'amelia.hart' });
      for (const cookies of [{}, other.http.cookies, { mc: 'invented' }]) {
        await expect(bearer(token, cookies)).rejects.toMatchObject(isRefused);
        await expect(
          verify(t, browser({ ...cookies, mc: 'x' }, { authorization: `Bearer ${token}` })),
        ).rejects.toMatchObject({
          code: 'sign_in_required',
        });
      }
    }
  });

  it('responds with 403 and the sign-in address without a session [AUTH-04]', async () => {
    const wanted = { code: 'sign_in_required', details: { address: '/auth/login' } };
    await expect(verify(t, browser({}))).rejects.toMatchObject(wanted);
    await expect(verify(t, browser({ mc: 'invented' }))).rejects.toMatchObject(wanted);
  });

  it('does not accept a session under the other cookie name', async () => {
    const { http } = await signedIn();
    await expect(verify(t, browser({ '__Host-mc': http.cookies['mc'] ?? '' }))).rejects.toMatchObject({
      code: 'sign_in_required',
    });
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', host: 'console.example' },
    { origin: 'null', host: 'console.example' },
  ])('rejects a request of another site: %j (threat 7)', async (headers) => {
    const { http, refreshToken } = await signedIn();
    const foreign = browser(http.cookies, headers);
    await expect(verify(t, foreign)).rejects.toMatchObject({ code: 'cross_site' });
    await expect(refresh(t, refreshToken, foreign)).rejects.toMatchObject({ code: 'cross_site' });
    await expect(signOut(t, foreign)).rejects.toMatchObject({ code: 'cross_site' });
  });

  it.each([{ 'sec-fetch-site': 'same-origin' }, { origin: 'https://console.example', host: 'console.example' }, {}])(
    'accepts its own requests: %j',
    async (headers) => {
      const { http } = await signedIn();
      expect((await verify(t, browser(http.cookies, headers))).user).toBeTruthy();
    },
  );

  it('keeps the newest twenty families of a session', async () => {
    const { http, refreshToken } = await signedIn();
    for (let at = 0; at < 20; at += 1) await verify(t, http);
    expect(await t.db.select().from(refreshFamilies)).toHaveLength(20);
    await expect(refresh(t, refreshToken, http)).rejects.toMatchObject(isRefused);
  });
});

describe('refresh (threat 3)', () => {
  it('exchanges a token for the next pair, again and again [AUTH-10]', async () => {
    const { http, refreshToken } = await signedIn();
    const second = await refresh(t, refreshToken, http);
    expect(Object.keys(second).toSorted()).toEqual(['refreshToken', 'token', 'username']);
    expect(second.refreshToken).not.toBe(refreshToken);
    const third = await refresh(t, second.refreshToken, http);
    expect(third.username).toBe('amelia.hart');
    expect(await bearer(third.token)).toMatchObject({ name: 'amelia.hart' });
  });

  it('responds to twenty concurrent refreshes with one successor', async () => {
    const { http, refreshToken } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(t, refreshToken, http)));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
    expect(await t.db.select().from(refreshTokens)).toHaveLength(2);
  });

  it('repeats a lost response for ten seconds', async () => {
    const { http, refreshToken } = await signedIn();
    const lost = await refresh(t, refreshToken, http);
    t.clock.advance(10_000);
    expect((await refresh(t, refreshToken, http)).refreshToken).toBe(lost.refreshToken);
    // The chain continues with the repeated token.
    await refresh(t, lost.refreshToken, http);
  });

  it.each([
    ['eleven seconds late', 11_000, 1],
    ['two generations old, however soon', 0, 2],
  ])('revokes the family when a token arrives %s, and records it', async (_case, wait, generations) => {
    const { http, refreshToken } = await signedIn();
    let newest = refreshToken;
    for (let at = 0; at < generations; at += 1) newest = (await refresh(t, newest, http)).refreshToken;
    t.clock.advance(wait);
    await expect(refresh(t, refreshToken, http)).rejects.toMatchObject(isRefused);
    await expect(refresh(t, newest, http)).rejects.toMatchObject(isRefused);
    const trail = await t.db.select().from(auditEvents).where(eq(auditEvents.action, 'user.token-reused'));
    expect(trail.at(-1)).toMatchObject({ subject: 'amelia.hart', actor: 'amelia.hart' });
  });

  it('rejects a token without its cookie or with the cookie of another session, and lets its owner continue', async () => {
    const { http, refreshToken } = await signedIn();
    const other = await signedIn();
    await expect(refresh(t, refreshToken, browser({}))).rejects.toMatchObject(isRefused);
    await expect(refresh(t, refreshToken, other.http)).rejects.toMatchObject(isRefused);
    await expect(refresh(t, 'mcr_invented', http)).rejects.toMatchObject(isRefused);
    expect((await refresh(t, refreshToken, http)).username).toBe('amelia.hart');
  });

  it('stores no plain token, and the repeatable one encrypted until the purge', async () => {
    const { http, refreshToken } = await signedIn();
    const next = await refresh(t, refreshToken, http);
    const stored = JSON.stringify([
      await t.db.select().from(sessions),
      await t.db.select().from(refreshFamilies),
      await t.db.select().from(refreshTokens),
    ]);
    for (const secret of [http.cookies['mc'] ?? '?', refreshToken, next.refreshToken]) {
      expect(stored).not.toContain(secret);
    }
    t.clock.advance(11_000);
    await runJob('auth.purge');
    expect((await t.db.select().from(refreshFamilies))[0]?.successorCipher).toBeNull();
  });
});

describe('the end of a session stops cookie, access and refresh token at once (threat 4)', () => {
  async function expectEnded({ http, token, refreshToken }: Awaited<ReturnType<typeof signedIn>>): Promise<void> {
    await expect(bearer(token)).rejects.toMatchObject(isRefused);
    await expect(refresh(t, refreshToken, http)).rejects.toMatchObject(isRefused);
    await expect(verify(t, http)).rejects.toMatchObject({ code: 'sign_in_required' });
  }

  it('when the user signs out, which also clears the browser', async () => {
    const mine = await signedIn();
    const other = await signedIn();
    await signOut(t, mine.http);
    await expectEnded(mine);
    expect(mine.http.cleared).toEqual(['__Host-mc', 'mc']);
    expect(mine.http.set['clear-site-data']).toBe('"cache", "storage"');
    expect(await bearer(other.token)).toMatchObject({ name: 'amelia.hart' });
    // Signing out again is harmless.
    await signOut(t, mine.http);
  });

  it('when the account is disabled', async () => {
    const mine = await signedIn();
    await t.db.update(users).set({ disabled: true });
    await expectEnded(mine);
  });

  it('after an hour without activity', async () => {
    const mine = await signedIn();
    t.clock.advance(60 * 60_000);
    await expectEnded(mine);
  });

  it('after twelve hours, however active', async () => {
    const mine = await signedIn();
    for (let at = 0; at < 23; at += 1) {
      t.clock.advance(30 * 60_000);
      mine.token = (await verify(t, mine.http)).token;
    }
    t.clock.advance(30 * 60_000);
    await expectEnded(mine);
    await runJob('auth.purge');
    expect(await t.db.select().from(sessions)).toEqual([]);
  });
});

it('enforces the current role, not the one in the token', async () => {
  const { token } = await signedIn();
  await t.db.update(users).set({ role: 'viewer' });
  expect((await bearer(token)).role).toBe('viewer');
});

it('records activity at most once a minute', async () => {
  const { token } = await signedIn();
  const seen = async () => (await t.db.select().from(sessions))[0]?.lastSeenAt.getTime() ?? 0;
  const start = await seen();
  t.clock.advance(59_000);
  await bearer(token);
  expect(await seen()).toBe(start);
  t.clock.advance(1_000);
  await bearer(token);
  expect(await seen()).toBe(start + 60_000);
});

describe('token confusion (threat 2)', () => {
  it('accepts its own token for ten minutes and thirty seconds', async () => {
    const { token } = await signedIn();
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    t.clock.advance(10 * 60_000 + 29_000);
    await bearer(token);
    t.clock.advance(1_000);
    await expect(bearer(token)).rejects.toMatchObject(isRefused);
  });

  it('rejects everything else', async () => {
    const { token, refreshToken, http } = await signedIn();
    const { kid, key } = await signingKey(t);
    const claims = decodeJwt(token);
    const good = { alg: 'EdDSA', typ: 'at+jwt', kid };
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [, body = '', signature = ''] = token.split('.');
    const sign = (header: Record<string, unknown>, payload: JWTPayload = claims, by = key) =>
      new SignJWT(payload).setProtectedHeader({ ...good, ...header }).sign(by);
    const mine = await generateKeyPair('EdDSA', { extractable: true });
    const [stored] = await t.db.select().from(signingKeys);
    const now = t.clock.now().getTime() / 1000;
    const hs256 = (secret: string | Buffer) => {
      const text = `${encode({ ...good, alg: 'HS256' })}.${body}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    // Each forgery below differs from this token in one respect.
    await bearer(await sign({}));
    const forged: Record<string, string> = {
      none: `${encode({ ...good, alg: 'none' })}.${body}.`,
      None: `${encode({ ...good, alg: 'None' })}.${body}.${signature}`,
      nOnE: `${encode({ ...good, alg: 'nOnE' })}.${body}.${signature}`,
      'HS256 with the public key as text': hs256(stored?.publicJwk ?? ''),
      'HS256 with the public key bytes': hs256(
        Buffer.from(String((JSON.parse(stored?.publicJwk ?? '{}') as { x?: string }).x), 'base64url'),
      ),
      'embedded jwk': await sign({ jwk: await exportJWK(mine.publicKey) }, claims, mine.privateKey),
      'jku of an attacker': await sign({ jku: 'https://evil.example/jwks' }, claims, mine.privateKey),
      'kid of a file': await sign({ kid: '../../dev/null' }),
      'kid of SQL': await sign({ kid: "' OR 1=1 --" }),
      'kid unknown': await sign({ kid: '00000000-0000-4000-8000-000000000000' }),
      'kid missing': `${encode({ alg: 'EdDSA', typ: 'at+jwt' })}.${body}.${signature}`,
      'ID token': await sign({ typ: 'JWT' }),
      'no typ': await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid }).sign(key),
      expired: await sign({}, { ...claims, exp: now - 31 }),
      'nbf in the future': await sign({}, { ...claims, nbf: now + 40 }),
      'wrong iss': await sign({}, { ...claims, iss: 'https://evil.example' }),
      'wrong aud': await sign({}, { ...claims, aud: 'another-api' }),
      'no exp': await sign({}, Object.fromEntries(Object.entries(claims).filter(([name]) => name !== 'exp'))),
      'another sub': await sign({}, { ...claims, sub: '999' }),
      'another session': await sign({}, { ...claims, sid: 'invented' }),
      'sid that is not a string': await sign({}, { ...claims, sid: 1 }),
      'unknown crit': `${encode({ ...good, crit: ['x'], x: 1 })}.${body}.${signature}`,
      'b64 false': `${encode({ ...good, crit: ['b64'], b64: false })}.${body}.${signature}`,
      'changed claims': `${token.split('.')[0]}.${encode({ ...claims, role: 'admin' })}.${signature}`,
      'refresh token': refreshToken,
      cookie: http.cookies['mc'] ?? '',
      '1 MB': await sign({}, { ...claims, padding: 'x'.repeat(1_000_000) }),
      '4 KB': await sign({}, { ...claims, padding: 'x'.repeat(4_096) }),
      garbage: 'a.b.c',
      empty: '',
    };
    const codes = await Promise.all(
      Object.entries(forged).map(async ([name, forgery]) => [name, await codeOf(bearer(forgery))]),
    );
    expect(codes).toEqual(Object.keys(forged).map((name) => [name, 'not_signed_in']));
    for (const header of [undefined, token, `Basic ${token}`, `Bearer ${token} ${token}`, `Bearer ${token},x`]) {
      await expect(authenticate(t, header, { address: '192.0.2.1', cookies: {} })).rejects.toMatchObject(isRefused);
    }
  });
});

it('a long response outlasts its access token, but neither its session nor its account', async () => {
  const { token } = await signedIn();
  const { sessionId } = await bearer(token);
  t.clock.advance(11 * 60_000);
  await expect(bearer(token)).rejects.toMatchObject(isRefused);
  expect(await authenticateSession(t, sessionId ?? '')).toMatchObject({ name: 'amelia.hart', role: 'operator' });
  await t.db.update(users).set({ role: 'viewer' });
  expect(await authenticateSession(t, sessionId ?? '')).toMatchObject({ role: 'viewer' });
  await t.db.update(users).set({ disabled: true });
  await expect(authenticateSession(t, sessionId ?? '')).rejects.toMatchObject(isRefused);
  await t.db.update(users).set({ disabled: false });
  await t.db.delete(sessions);
  await expect(authenticateSession(t, sessionId ?? '')).rejects.toMatchObject(isRefused);
});

describe('signing keys', () => {
  it('are created once by concurrent processes, and stored encrypted', async () => {
    await t.db.delete(signingKeys);
    t.clock.advance(61_000);
    // Separate database handles, hence separate caches.
    const starts = Array.from({ length: 10 }, () => ({ ...t, db: Object.create(t.db) as typeof t.db }));
    const kids = await Promise.all(starts.map(async (start) => (await signingKey(start)).kid));
    expect(new Set(kids).size).toBe(1);
    const stored = await t.db.select().from(signingKeys);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.privateCipher).toMatch(/^v1\./);
    expect(stored[0]?.publicJwk).not.toContain('"d"');
  });

  it('are rotated every thirty days; two are live, so tokens of the predecessor stay valid', async () => {
    t.clock.advance(30 * 24 * 60 * 60_000);
    const { token } = await signedIn();
    await runJob('auth.rotate-signing-key');
    t.clock.advance(61_000);
    expect(await bearer(token)).toMatchObject({ name: 'amelia.hart' });
    const { token: next } = await signedIn();
    expect(decodeProtectedHeader(next).kid).not.toBe(decodeProtectedHeader(token).kid);
    await rotateSigningKey(t);
    expect(await t.db.select().from(signingKeys)).toHaveLength(2);
    t.clock.advance(30 * 24 * 60 * 60_000);
    await rotateSigningKey(t);
    expect(await t.db.select().from(signingKeys)).toHaveLength(2);
  });

  it('that were removed verify no token after a minute', async () => {
    const { token } = await signedIn();
    await bearer(token);
    await t.db.delete(signingKeys);
    t.clock.advance(60_000);
    await expect(bearer(token)).rejects.toMatchObject(isRefused);
  });
});

it('explains the faults of tokens without consuming them', async () => {
  const { http, token, refreshToken } = await signedIn();
  expect(await explainTokens(t, { token, refresh_token: refreshToken }, '10.0.0.1')).toEqual({ warnings: [] });
  expect((await explainTokens(t, {}, '10.0.0.1')).warnings).toEqual([
    'There is no token.',
    'There is no refresh token.',
  ]);
  expect((await explainTokens(t, { token: 'x', refresh_token: 'y' }, '10.0.0.1')).warnings).toEqual([
    'The token is not a signed token.',
    'The refresh token is unknown, or its session has ended.',
  ]);
  await refresh(t, refreshToken, http);
  await signOut(t, http);
  expect((await explainTokens(t, { token, refresh_token: refreshToken }, '10.0.0.1')).warnings[0]).toBe(
    'The session of the token has ended.',
  );
});

async function runJob(name: string): Promise<void> {
  const job = authFeature.jobs(t).find((kind) => kind.name === name);
  if (!job) throw new Error(`no job ${name}`);
  await job.run({});
}
