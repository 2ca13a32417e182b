import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@mission-control/contract/calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { CALLS_A_MINUTE } from '../../features/auth/public.ts';
import { createLiveHub, type LiveHub } from '../../platform/events/hub.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import type { AppOptions } from './build-app.ts';
import { createProberHealth } from '../../features/monitors/public.ts';
import { runs } from '../../features/runs/public.ts';
import { createReadiness } from '../readiness.ts';
import { createConsoleApp } from '../testing/console-app.ts';

const t = setUpTestCtx();
let hub: LiveHub;
let app: FastifyInstance;
/** Another app on the same database and hub. */
const build = (own: Partial<AppOptions>) => createConsoleApp(t, { hub, ...own });
beforeAll(async () => {
  hub = await createLiveHub(t.open, t);
  app = await build({ secure: true, checkAnswers: true });
});
afterAll(async () => {
  await app.close();
  await hub.close();
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

it('allows a connection ten seconds for its headers, checked every second', () => {
  expect(app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 0 });
});

it('rejects calls until the start is complete, but serves health checks', async () => {
  const readiness = createReadiness(t.open, hub);
  const own = await build({ readiness });
  const ask = (url: string) => own.inject({ method: 'GET', url });
  for (const url of ['/api/tenant', '/%61pi/tenant']) expect((await ask(url)).statusCode, url).toBe(503);
  expect((await ask('/api/health/live')).json()).toEqual({ status: 'ok' });
  const early = await ask('/api/health/ready');
  expect(early.statusCode).toBe(503);
  expect(early.headers['retry-after']).toBeDefined();
  readiness.starting(null);
  expect((await ask('/api/health/ready')).statusCode).toBe(200);
  await own.close();
});

describe('addresses', () => {
  it.each(['/api', '/api/', '/api/nope', '/api/tenant/1/nope/nope', '/API/tenant', '//api/tenant', '/%61pi/nope'])(
    'responds to %s with 404 JSON, never with the app',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toMatch(/json/);
      expect(answer.json()).toMatchObject({ code: 'not_found', request_id: expect.any(String) as string });
    },
  );

  it('accepts calls with and without the trailing slash (C-007)', async () => {
    for (const url of ['/api/tenant', '/api/tenant/', '/api/omnisearch?val=a', '/api/omnisearch/?val=a']) {
      expect((await get(url)).statusCode, url).toBe(401);
    }
  });

  it('rejects unauthenticated requests for every call, in any method or spelling (threat 1)', async () => {
    const closed = calls.filter(({ access }) => access !== 'anyone' && access !== 'sign-in');
    expect(closed.length).toBeGreaterThan(80);
    for (const call of closed) {
      const path = call.path.replaceAll(/\{\w+\}/g, '1');
      const spellings = [
        path,
        `${path}/`,
        `/${path}`,
        `/x/..${path}`,
        `/x/%2e%2e${path}`,
        path.toUpperCase(),
        `${path}?a`,
      ];
      for (const method of new Set(['HEAD', 'OPTIONS', 'TRACE', call.method] as const))
        for (const url of spellings) {
          const { statusCode } = await app.inject({ method: method as 'GET', url });
          expect([401, 404], `${method} ${url}`).toContain(statusCode);
        }
    }
  });

  it('matches literals before ids: /api/tenant/refresh is not a tenant (C-002)', async () => {
    expect(app.hasRoute({ method: 'GET', url: '/api/tenant/refresh' })).toBe(true);
    expect((await get('/api/tenant/refresh')).statusCode).toBe(401);
  });
});

it('responds to a missing file of the app with 404, not with the app itself', async () => {
  for (const url of ['/assets/index-old.js', '/fonts/none.woff2']) expect((await get(url)).statusCode, url).toBe(404);
});

it('serves files built after the start', async () => {
  const folder = temporaryFolder(onTestFinished);
  // Only the app's own folder of that name holds files that never change.
  const webRoot = join(folder, 'assets');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  writeFileSync(join(webRoot, 'index.html'), '<title>old</title>');
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const own = await build({ webRoot });
  const answerOf = (url: string) => own.inject({ method: 'GET', url });
  writeFileSync(join(webRoot, 'index.html'), '<title>new</title>');
  writeFileSync(join(webRoot, 'assets', 'page-new.js'), 'export {};');
  expect((await answerOf('/tenant')).body).toContain('new');
  const built = await answerOf('/assets/page-new.js');
  expect([built.statusCode, built.body]).toEqual([200, 'export {};']);
  expect(built.headers['cache-control']).toContain('immutable');
  for (const page of ['/', '/index.html', '/tenant'])
    expect((await answerOf(page)).headers['cache-control'], page).toBe('no-cache');
  expect((await answerOf('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400');
  for (const url of ['/assets/page-old.js', '/assets/']) expect((await answerOf(url)).statusCode, url).not.toBe(200);
  await own.close();
});

describe('every response', () => {
  it('of a call is not cached, however its address is spelled', async () => {
    expect((await get('/%61pi/health/live')).headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it.each(['/', '/nope', '/%', '/%zz/x', '/api/nope', '/api/health/live', '/api/docs', '/auth/login'])(
    '%s carries the security headers',
    async (url) => {
      const { headers } = await get(url);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
      expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['access-control-allow-origin']).toBeUndefined();
      if (!url.startsWith('/api/')) return;
      expect(headers['cache-control']).toBe(url === '/api/docs' ? 'private, no-cache' : 'no-store');
      // A response of the API is not a page: it may load, run and send nothing.
      expect(headers['content-security-policy']).not.toMatch(/'self'|'unsafe/);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    },
  );
});

describe('bodies', () => {
  const post = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/api/debug', payload, headers: { 'content-type': type } });

  it.each([
    ['malformed JSON', '{"token":', 400],
    ['a NUL', '{"token":"\\u0000"}', 400],
    ['a lone surrogate', '{"token":"\\ud800"}', 400],
    ['33 levels', `{"token":${'['.repeat(33)}${']'.repeat(33)}}`, 400],
    ['the wrong type', '{"token":1,"refresh_token":2}', 400],
    ['an unknown key', '{"token":"a","refresh_token":"b","more":1}', 400],
    ['over 1 MB', `{"token":"${'a'.repeat(1_100_000)}"}`, 413],
  ])('%s is rejected with a message', async (_what, payload, status) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ msg: string }>().msg.length).toBeGreaterThan(5);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'of type %j is rejected',
    async (type) => {
      expect([400, 415]).toContain((await post('{"token":"a","refresh_token":"b"}', type)).statusCode);
    },
  );
});

it('measures whether change notifications arrive', async () => {
  const { body } = await get('/metrics');
  expect(body).toMatch(/^live_changes_heard 1$/m);
  expect(body).toMatch(/^live_changes_proven_seconds \d/m);
});

it('counts requests by route, never by raw path', async () => {
  await get('/api/tenant/123456');
  await get('/api/nope/654321');
  const { body } = await get('/metrics');
  expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="unknown",status="404"\} \d/);
  expect(body).not.toContain('654321');
  expect(body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/tenant\/:id",status="401"\} \d/,
  );
  expect(body).not.toContain('123456');
});

it('serializes and compresses the API description once', async () => {
  const zipped = () => get('/api/docs', { 'accept-encoding': 'gzip' });
  const [one, two] = [await zipped(), await zipped()];
  expect(one.headers['content-encoding']).toBe('gzip');
  expect(one.rawPayload.equals(two.rawPayload)).toBe(true);
  const { etag } = one.headers;
  for (const known of [String(etag), `W/${String(etag)}`, `"other", W/${String(etag)}`])
    expect((await get('/api/docs', { 'if-none-match': known })).statusCode).toBe(304);
  expect((await get('/api/docs')).json()).toMatchObject({ openapi: '3.1.0' });
});

it.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'gzip'],
  ['gzip;q=0.001', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['*', 'gzip'],
  ['gzip;q=0', undefined],
  ['deflate, gzip ; Q=0.000, identity', undefined],
  ['identity', undefined],
  // Nothing that the console sends is acceptable.
  ['identity;q=0', undefined],
  ['*;q=0', undefined],
])('sends a cached response to a client that accepts %j in the encoding %j', async (accepted, encoding) => {
  const { headers } = await get('/api/docs', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
});

describe('metrics', () => {
  it('report the lateness of monitor checks, and how often their thread was restarted', async () => {
    const probing = createProberHealth();
    const own = await build({ probing });
    probing.onChecks([4, 70]);
    probing.restarts = 2;
    const { body } = await own.inject({ method: 'GET', url: '/metrics' });
    expect(body).toContain('monitor_check_lateness_seconds_bucket{le="0.01"} 1');
    expect(body).toContain('monitor_check_lateness_seconds_count 2');
    expect(body).toContain('monitor_thread_restarts 2');
    await own.close();
  });

  it('cover the whole installation, and name those that could not be read', async () => {
    // This database has no job queue.
    const { body } = await get('/metrics');
    expect(body).toContain('monitors{state="up"} 0');
    expect(body).toContain('fleet_troubles{kind="site-down"} 0');
    expect(body).toContain('publications_running 0');
    expect(body).toContain('metrics_unread{metric="jobs"} 1');
    expect(body).not.toMatch(/^jobs(_oldest_seconds)?[ {]/m);
  });

  it.each(['rules.yml', 'grafana.json'])('include everything that deploy/monitoring/%s queries', async (file) => {
    const { body } = await get('/metrics');
    const exposed = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const text = readFileSync(new URL(`../../../../deploy/monitoring/${file}`, import.meta.url), 'utf8');
    const asked = [...text.matchAll(/"?expr"?: (.*)/g)].flatMap(([, expression = '']) =>
      (expression.replace(/\{[^}]*\}|by \([^)]*\)/g, ' ').match(/[a-z]+(_[a-z0-9]+)+|jobs|runs|monitors/g) ?? []).map(
        (name) => name.replace(/_(count|bucket)$/, ''),
      ),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => name !== 'histogram_quantile' && !exposed.has(name))).toEqual([]);
  });

  const count = async () => /^runs\{state="running"\} (\d+)$/m.exec((await get('/metrics')).body)?.[1];

  it('are read from the database at most once in ten seconds, however many scrapes there are', async () => {
    const before = await count();
    const run = { kind: 'seed', subject: 'one', facts: {}, startedBy: 'x', owner: 'x' } as const;
    await t.db.insert(runs).values({ ...run, startedAt: t.clock.now() });
    expect(await count()).toBe(before);
    t.clock.advance(10_000);
    expect(await count()).toBe(String(Number(before) + 1));
  });

  it('are read again after the clock was set back', async () => {
    const before = await count();
    const run = { kind: 'seed', subject: 'two', facts: {}, startedBy: 'x', owner: 'x' } as const;
    await t.db.insert(runs).values({ ...run, startedAt: t.clock.now() });
    t.clock.advance(-3_600_000);
    const after = await count();
    t.clock.advance(3_600_000);
    expect(after).toBe(String(Number(before) + 1));
  });

  it('and health are all that a worker serves', async () => {
    const worker = await build({ metricsOnly: true });
    const status = async (url: string) => (await worker.inject({ method: 'GET', url })).statusCode;
    for (const url of ['/metrics', '/api/health/live', '/api/health/ready?x=1'])
      expect(await status(url), url).toBe(200);
    for (const url of ['/', '/auth/login', '/api/tenant', '/api/docs', '/api/health/nope', '/metricsx', '//metrics'])
      expect(await status(url), url).toBe(404);
    const { headers } = await worker.inject({ method: 'GET', url: '/' });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String) as string,
    });
    await worker.close();
  });

  const ask = (remoteAddress: string, headers: Record<string, string> = {}, of = app) =>
    of.inject({ method: 'GET', url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode);

  it('are available to this machine, but not through a local proxy', async () => {
    for (const own of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) expect(await ask(own), own).toBe(200);
    for (const other of ['10.0.0.1', '203.0.113.9', '::ffff:10.0.0.1', '2001:db8::1'])
      expect(await ask(other), other).toBe(401);
    expect(await ask('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(401);
    expect(await ask('127.0.0.1', { forwarded: 'for=127.0.0.1' })).toBe(401);
    expect(await ask('10.0.0.1', { authorization: 'Bearer undefined' })).toBe(401);
  });

  it('are available with METRICS_TOKEN', async () => {
    const metricsToken = 'a-token-of-the-scraper';
    const own = await build({ metricsToken });
    expect(await ask('10.0.0.1', { authorization: `Bearer ${metricsToken}` }, own)).toBe(200);
    expect(await ask('10.0.0.1', { authorization: `Bearer ${metricsToken}x` }, own)).toBe(401);
    expect(await ask('10.0.0.1', {}, own)).toBe(401);
    await own.close();
  });
});

it('rate-limits token explanations per address', async () => {
  const ask = () => app.inject({ method: 'POST', url: '/api/debug', remoteAddress: '203.0.113.7', payload: {} });
  for (let at = 0; at < CALLS_A_MINUTE.debug; at += 1) expect((await ask()).statusCode).toBe(200);
  const refused = await ask();
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'application/json; charset=utf-8']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  t.clock.advance(60_000);
  expect((await ask()).statusCode).toBe(200);
});
