import fastifyCookie from '@fastify/cookie';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardInput } from '../../../app/http/guard-input.ts';
import { answerError } from '../../../app/http/http-errors.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { auditEvents } from '../../../platform/audit/tables.ts';
import { createUser } from '../accounts.ts';
import { signInPages } from './sign-in-pages.ts';
import { loginThrottle, sessions } from '../tables.ts';

const t = setUpTestCtx();
beforeAll(() => createUser(t, { name: 'amelia.hart', password: 'correct horse', role: 'admin' }));
beforeEach(async () => {
  await t.db.delete(loginThrottle);
});

async function app(secureCookies = false) {
  const server = fastify();
  guardInput(server);
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  await server.register(fastifyCookie);
  await server.register(signInPages, { services: t, secureCookies });
  return server;
}

async function post(fields: Record<string, string>, headers: Record<string, string> = {}, secureCookies = false) {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  const payload = new URLSearchParams(fields).toString();
  return (await app(secureCookies)).inject({ method: 'POST', url: '/auth/login', headers: form, payload });
}

const good = { user: 'amelia.hart', password: 'correct horse' };

describe('the form', () => {
  it('names its target, has labels, and loads only its style sheet', async () => {
    const server = await app();
    const page = await server.inject('/auth/login?return_to=/tenant/12');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Sign in to continue to <b>Tenants</b>');
    expect(page.body).toMatch(/<label for="user">User<\/label>/);
    expect(page.body).toMatch(/<label for="password">Password<\/label>/);
    expect(page.body).toContain('name="return_to" value="/tenant/12"');
    expect(page.body).not.toMatch(/<script|<style|style=| on\w+=/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['cache-control']).toBe('no-store');
    const style = await server.inject('/auth/login.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('escapes the input and the query string (threats 9 and 10)', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;`;
    const page = await post({ user: hostile, password: 'x', return_to: `/tenant?q=${hostile}` });
    expect(page.body).not.toMatch(/<script|<img/);
    expect(page.body).toContain(
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;&amp;amp;',
    );
    const spoofed = await (
      await app()
    ).inject('/auth/login?error=Call+555-0100&message=Locked&return_to[]=//evil.example');
    expect(spoofed.body).not.toMatch(/555|Locked|evil|role="alert"/);
  });
});

describe('signing in', () => {
  it('sets an HttpOnly, SameSite cookie and redirects to the requested page', async () => {
    const answer = await post({ ...good, return_to: '/tenant/12' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/tenant/12']);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^mc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^mc-device=v1[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const trail = await t.db.select().from(auditEvents);
    expect(trail.at(-1)).toMatchObject({ action: 'user.signed-in', actor: 'amelia.hart' });
  });

  it('uses the __Host- cookie over HTTPS', async () => {
    const answer = await post(good, {}, true);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-mc=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-mc-device=v1[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it('lets a known device in while the name is throttled, and no other (0096)', async () => {
    const [, device = ''] = ((await post(good)).headers['set-cookie'] ?? []) as string[];
    const cookie = device.split(';')[0] ?? '';
    for (let at = 0; at < 5; at += 1) await post({ ...good, password: 'wrong' });
    expect((await post(good)).statusCode).toBe(429);
    expect((await post({ ...good, user: 'priya.shah' }, { cookie })).statusCode).toBe(429);
    expect((await post(good, { cookie })).statusCode).toBe(303);
  });

  it('redirects to the home page instead of another host (threat 8)', async () => {
    const answer = await post({ ...good, return_to: '//evil.example' });
    expect(answer.headers.location).toBe('/');
  });

  it('skips the form for signed-in users, and ends the old session on a new sign-in', async () => {
    const first = await post(good);
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    const again = await (await app()).inject({ url: '/auth/login?return_to=/dashboard', headers: { cookie } });
    expect([again.statusCode, again.headers.location]).toEqual([303, '/dashboard']);
    const before = await t.db.select().from(sessions);
    await post(good, { cookie });
    expect(await t.db.select().from(sessions)).toHaveLength(before.length);
    expect((await (await app()).inject({ url: '/auth/login', headers: { cookie } })).statusCode).toBe(200);
  });

  it('shows a signed-in user who was sent here by a 403 their name and the rejected call (C-132)', async () => {
    const cookie = String((await post(good)).headers['set-cookie']).split(';')[0] ?? '';
    const server = await app();
    const open = (address: string) => server.inject({ url: address, headers: { cookie } });
    const page = await open('/auth/login?return_to=/tenant/12&refused=listTenants');
    expect([page.statusCode, page.headers.location]).toEqual([200, undefined]);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('You are signed in as <b>amelia.hart</b>');
    expect(page.body).toContain('<code>GET /api/tenant</code>');
    expect(page.body).toContain('<a class="button" href="/tenant/12">Go back to Tenants</a>');
    const other = /class="button quiet" href="([^"]*)">Sign in as somebody else/.exec(page.body)?.[1];
    expect((await open(String(other).replaceAll('&amp;', '&'))).body).toContain('name="return_to" value="/tenant/12"');
    // Nothing from the address is quoted or followed.
    const forged = await open('/auth/login?return_to=//evil.example&refused=Call+555-0100');
    expect(forged.body).toContain('A request of the console was');
    expect(forged.body).not.toMatch(/555|evil/);
  });

  it('reports a mismatch, keeps the entered name, and records the attempt without unknown names', async () => {
    for (const user of ['amelia.hart', 'my-secret-typed-here']) {
      const answer = await post({ user, password: 'wrong', return_to: '/tenant' });
      expect(answer.statusCode).toBe(401);
      expect(answer.body).toMatch(/role="alert"[^>]*>That user and password do not match\.</);
      expect(answer.body).toContain(`value="${user}"`);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const trail = await t.db.select().from(auditEvents);
    expect(trail.slice(-2).map(({ action, subject }) => [action, subject])).toEqual([
      ['user.sign-in-failed', 'amelia.hart'],
      ['user.sign-in-failed', 'unknown user'],
    ]);
    expect(JSON.stringify(trail)).not.toContain('my-secret-typed-here');
  });

  it('shows the remaining wait after too many attempts (threat 5)', async () => {
    for (let at = 0; at < 5; at += 1) await post({ ...good, password: 'wrong' });
    const answer = await post(good);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '30']);
    expect(answer.body).toContain('Too many attempts. Try again in 30 seconds.');
  });

  it.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.example' }])(
    'rejects the form of another site: %j (threat 7)',
    async (headers) => {
      const answer = await post(good, headers);
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
    },
  );

  it.each([{ 'sec-fetch-site': 'same-origin', origin: 'null' }, { origin: 'null' }, { origin: 'http://localhost:80' }])(
    'accepts its own form from any browser: %j',
    async (headers) => expect((await post(good, { host: 'localhost', ...headers })).statusCode).toBe(303),
  );

  it('requires both fields, and accepts no other body', async () => {
    for (const fields of [{}, { user: 'a' }, { password: 'b' }, { user: ' ', password: 'b' }]) {
      expect((await post(fields as Record<string, string>)).statusCode).toBe(400);
    }
    const server = await app();
    const twice = await server.inject({
      method: 'POST',
      url: '/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'user=a&user=b&password=c',
    });
    expect(twice.statusCode).toBe(400);
    const huge = await post({ ...good, return_to: 'x'.repeat(20_000) });
    expect([huge.statusCode, huge.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
    expect(huge.body).toContain('The request body is too large: at most 16 KB.');
  });
});

describe('an error', () => {
  it('is a page that says when to try again after too many requests', async () => {
    const server = await app();
    const open = () => server.inject('/auth/password?link=mcl_none');
    let page = await open();
    for (let at = 0; at < 30 && page.statusCode !== 429; at += 1) page = await open();
    expect([page.statusCode, page.headers['retry-after'], page.headers['cache-control']]).toEqual([
      429,
      '60',
      'no-store',
    ]);
    expect(page.body).toContain('Too many requests came from your network address. Try again in 1 minute.');
    expect(page.body).toContain('<a class="button" href="/auth/password?link=mcl_none">Try again</a>');
  });

  it('is a page with the id of the request when the server failed', async () => {
    const server = await app();
    await t.db.execute(sql`alter table sessions rename to hidden`);
    const page = await server.inject({ url: '/auth/login', headers: { cookie: 'mc=x' } });
    await t.db.execute(sql`alter table hidden rename to sessions`);
    expect([page.statusCode, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(page.body).toContain('Something went wrong on the server.');
    expect(page.body).toMatch(/Request id: \S+</);
  });
});

describe('a body that is not a form of the page', () => {
  const send = async (type: string, payload: string) => {
    const server = await app();
    return server.inject({ method: 'POST', url: '/auth/login', headers: { 'content-type': type }, payload });
  };
  const FORM = 'application/x-www-form-urlencoded';

  it.each(['[]', '"x"', '1', 'null', '{}', '{"user":"amelia.hart","password":"correct horse"}'])(
    'is rejected as JSON: %s',
    async (payload) => {
      expect((await send('application/json', payload)).statusCode).toBe(415);
    },
  );

  it.each([
    '',
    'user=%00&password=x',
    'user=x&password=%00',
    'user=x&password=y&return_to=%00',
    'user=a&user=b&password=c',
    'user[]=a',
    '%',
    'user=%ff&password=%ff',
  ])('is not a server error: %s', async (payload) => {
    const answer = await send(FORM, payload);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });
});
