import { listStatusPages, publishStatusPage } from '@mission-control/contract/monitors/calls';
import { desc, eq, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFeatureApp } from '../../../app/testing/feature-app.ts';
import { accounts, tenants } from '../../../fleet/tables.ts';
import { auditEvents } from '../../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet } from '../../config/testing/config-fleet.ts';
import { addTestWindow, endTestWindows } from '../../windows/testing/add-window.ts';
import { monitorOutages, monitorRings, monitors } from '../tables.ts';
import { joinOutages, readStatus } from './read-status.ts';
import { statusRoute } from './status-route.ts';

const HOUR = 3_600_000;
const NAME = '<script>alert("1")</script> & Söhne';

const t = setUpTestCtx(createFleet);
let app: FastifyInstance;
let account = 1_000;
let tenantId: number;
beforeAll(() => {
  app = createFeatureApp(t);
  statusRoute(app, t);
});
afterAll(() => app.close());
beforeEach(async () => {
  account += 1;
  await t.db.insert(accounts).values({ id: account, tradingName: NAME });
  tenantId = await addTenant(t);
  await t.db.update(tenants).set({ accountId: account }).where(eq(tenants.id, tenantId));
});

const ago = (hours: number): Date => new Date(t.clock.now().getTime() - hours * HOUR);

async function addSite(host: string, part: Partial<typeof monitors.$inferInsert> = {}): Promise<number> {
  const up = { lastOnline: ago(0), status: 1 };
  const [site] = await t.db
    .insert(monitors)
    .values({ tenantId, service: 'coursepro', host, createdAt: ago(999), ...up, ...part })
    .returning();
  return site?.id ?? 0;
}

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, role = 'admin') =>
  app.inject({ method, url, headers: { authorization: role }, ...(method === 'POST' && { payload: {} }) });
const publish = async (renew = false) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/status-page/${account}`,
    headers: { authorization: 'admin' },
    payload: { renew },
  });
  return publishStatusPage.response.parse(answer.json()).path ?? '';
};
const look = async (path: string) => app.inject({ method: 'GET', url: path });
/** The page after its cache has expired. */
const lookAnew = async (path: string) => {
  t.clock.advance(60_000);
  return (await look(path)).body;
};

it('needs no sign-in, shows states, uptime and incidents, and reveals no host, no error and no script', async () => {
  const down = await addSite('secret-one.example', {
    status: 0,
    lastOffline: ago(0),
    lastError: 'secret-one.example refused',
  });
  await addSite('secret-two.example', { service: 'homeportal2', closed: 'maintenance' });
  const day = new Date(Math.floor(ago(48).getTime() / (24 * HOUR)) * 24 * HOUR);
  await t.db
    .insert(monitorRings)
    .values({ monitorId: down, span: 'day', start: day, checks: 1000, failures: 15, msSum: 0 });
  await t.db.insert(monitorOutages).values([
    { monitorId: down, startedAt: ago(30), endedAt: ago(28.5), error: 'secret-one.example refused', failures: 9 },
    { monitorId: down, startedAt: ago(1), endedAt: null, error: 'secret-one.example refused', failures: 9 },
  ]);
  const path = await publish();
  expect(path).toMatch(/^\/status\/[\w-]{32}$/);
  const { statusCode, headers, body } = await look(path);
  expect(statusCode).toBe(200);
  expect(headers['x-robots-tag']).toBe('noindex, nofollow');
  expect(headers['cache-control']).toBe('public, max-age=60');
  const css = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(css).digest('base64');
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
  expect(body).toContain('Status of &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Söhne');
  expect(body).toContain('1 service is unavailable');
  expect(body).toContain('<span class="maintenance">Maintenance</span>');
  expect(body).toContain('98.5% available in 90 days');
  expect(body).toMatch(/\(1 h 30 min\)/);
  expect(body).toMatch(/to now \(1 h\)/);
  expect(body).not.toContain('secret-');
  expect(body).not.toContain('<script');
});

it('is read at most once a minute, however many people look', async () => {
  const site = await addSite('kept.example');
  const path = await publish();
  expect((await look(path)).body).toContain('All services are available');
  await t.db.update(monitors).set({ status: 0 }).where(eq(monitors.id, site));
  expect((await look(path)).body).toContain('All services are available');
  expect(await lookAnew(path)).toContain('1 service is unavailable');
});

it('is read again by the next visitor if that failed', async () => {
  await addSite('failed.example');
  const path = await publish();
  await t.db.execute(sql`alter table monitor_outages rename to hidden`);
  expect((await look(path)).statusCode).toBe(500);
  await t.db.execute(sql`alter table hidden rename to monitor_outages`);
  expect((await look(path)).statusCode).toBe(200);
});

it('shows the newest fifty incidents', async () => {
  const site = await addSite('often.example');
  const outage = (at: number) => ({
    startedAt: ago(300 - at),
    endedAt: ago(299.5 - at),
    error: 'refused',
    failures: 9,
  });
  await t.db.insert(monitorOutages).values(Array.from({ length: 60 }, (_, at) => ({ monitorId: site, ...outage(at) })));
  const { incidents } = await readStatus(t, account);
  expect(incidents.map(({ from }) => from)).toEqual(Array.from({ length: 50 }, (_, at) => ago(300 - 59 + at)));
});

it('is published once by concurrent requests, with one audit event', async () => {
  const events = () => t.db.$count(auditEvents);
  const before = await events();
  const paths = await Promise.all(Array.from({ length: 6 }, () => publish()));
  expect(new Set(paths).size).toBe(1);
  expect(await publish()).toBe(paths[0]);
  expect((await events()) - before).toBe(1);
});

it('is not found under its earlier address, once withdrawn, or under any other', async () => {
  await addSite('moved.example');
  const first = await publish();
  expect((await look(first)).statusCode).toBe(200);
  // A second click, or a second person.
  expect(await Promise.all([publish(), publish()])).toEqual([first, first]);
  const second = await publish(true);
  expect(second).not.toBe(first);
  for (const path of [first, '/status/x', `/status/${'a'.repeat(32)}`, "/status/'%20or%201=1--aaaaaaaaaaaaaaaaaaa"]) {
    const { statusCode, headers, body } = await look(path);
    expect([statusCode, headers['cache-control'], body.includes('There is no status page here')]).toEqual([
      404,
      'no-store',
      true,
    ]);
  }
  expect((await look(second)).statusCode).toBe(200);
  expect((await send('DELETE', `/api/status-page/${account}`)).statusCode).toBe(200);
  expect((await send('DELETE', `/api/status-page/${account}`)).statusCode).toBe(404);
  expect((await look(second)).statusCode).toBe(404);
});

it('responds to HEAD requests with the same headers, without the page', async () => {
  await addSite('head.example');
  const path = await publish();
  const head = async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url });
    return [statusCode, headers['x-robots-tag'], headers['cache-control'], body];
  };
  expect(await head(path)).toEqual([200, 'noindex, nofollow', 'public, max-age=60', '']);
  expect(await head(`/status/${'a'.repeat(32)}`)).toEqual([404, 'noindex, nofollow', 'no-store', '']);
});

it('shows 400 services, those in trouble among them, and says how many there are', async () => {
  const many = Array.from({ length: 450 }, (_, at) => ({ tenantId, service: `service-${at}`, host: `${at}.example` }));
  const state = { lastOnline: ago(0), createdAt: ago(999) };
  await t.db.insert(monitors).values(many.map((site, at) => ({ ...site, ...state, status: at === 449 ? 0 : 1 })));
  const { body } = await look(await publish());
  expect(body.match(/<div class="days"/g)).toHaveLength(400);
  expect(body).toContain('400 of 450 services are shown');
  expect(body).toContain('<b>service-449</b>');
  expect(body).toContain('1 service is unavailable');
});

it('is limited to 300 requests a minute per address, found or not', async () => {
  const ask = (address: string) => app.inject({ method: 'GET', url: '/status/none', remoteAddress: address });
  const answers = await Promise.all(Array.from({ length: 301 }, () => ask('192.0.2.77')));
  expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(300);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.map(({ headers }) => [headers['cache-control'], headers['retry-after']])).toEqual([
    ['no-store', '60'],
  ]);
  expect(refused[0]?.body).toContain('<p>Too many requests came from your network address. Try again in 1 minute.</p>');
  expect((await ask('192.0.2.78')).statusCode).toBe(404);
});

it('leaves out sites that are switched off, removed, or of deleted tenants', async () => {
  await addSite('off.example', { active: false, status: 0 });
  await addSite('removed.example', { removedAt: ago(1), status: 0 });
  const path = await publish();
  expect((await look(path)).body).toContain('No service has been checked yet');
  await addSite('on.example');
  expect(await lookAnew(path)).toContain('All services are available');
  await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, tenantId));
  expect(await lookAnew(path)).toContain('No service has been checked yet');
});

it('shows a service in a maintenance window as such, and counts an outage that began in it from the end of the window', async () => {
  const site = await addSite('window.example', { status: 0 });
  const outage = { monitorId: site, error: 'refused', failures: 9 };
  const textOf = (at: Date) => at.toISOString().slice(0, 16);
  await addTestWindow(t, { starts: textOf(ago(0)), minutes: 120 });
  t.clock.advance(9 * HOUR);
  await addTestWindow(t, { starts: textOf(ago(0)), minutes: 180 });
  t.clock.advance(HOUR);
  await t.db.insert(monitorOutages).values([
    { ...outage, startedAt: ago(9.5), endedAt: ago(9) },
    { ...outage, startedAt: ago(8.5), endedAt: ago(7) },
    { ...outage, startedAt: ago(0.5), endedAt: null },
  ]);
  const { body } = await look(await publish());
  expect(body).toContain('Some services are in maintenance');
  expect(body.match(/\((.*?)\)<\/small>/g)).toEqual(['(1 h)</small>']);
  await endTestWindows(t);
});

it('counts an outage that began in a window from its end, even if that was before the days shown', async () => {
  const site = await addSite('long.example');
  await addTestWindow(t, { starts: ago(0).toISOString().slice(0, 16), minutes: 120 });
  t.clock.advance(15 * 24 * HOUR);
  const endedAt = ago(13 * 24);
  await t.db
    .insert(monitorOutages)
    .values({ monitorId: site, startedAt: ago(15 * 24 - 1), endedAt, error: 'refused', failures: 9 });
  expect((await readStatus(t, account)).incidents).toMatchObject([{ from: ago(15 * 24 - 2), to: endedAt }]);
});

it('is published by admins only; the audit contains the account but not the address', async () => {
  for (const role of ['viewer', 'operator', 'release-manager'])
    expect((await send('POST', `/api/status-page/${account}`, role)).statusCode).toBe(403);
  const path = await publish();
  await publish(true);
  await send('DELETE', `/api/status-page/${account}`);
  const events = await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(3);
  expect(events.map(({ action }) => action)).toEqual([
    'status-page.withdrawn',
    'status-page.renewed',
    'status-page.published',
  ]);
  expect(events.every(({ subject }) => subject === NAME)).toBe(true);
  expect(JSON.stringify(events)).not.toContain(path.split('/').at(-1));
  const { pages } = listStatusPages.response.parse((await send('GET', '/api/status-page', 'viewer')).json());
  expect(pages.find((page) => page.account === account)).toMatchObject({ tenants: 1, path: null });
  expect((await send('POST', '/api/status-page/99999999')).statusCode).toBe(404);
});

it('merges overlapping outages into incidents that cover the same time and do not touch', () => {
  const outage = fc.record({ from: fc.nat(60), length: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 8 }) });
  fc.assert(
    fc.property(fc.array(outage, { maxLength: 12 }), (drawn) => {
      const outages = drawn
        .toSorted((one, other) => one.from - other.from)
        .map(({ from, length }) => ({
          startedAt: new Date(from),
          endedAt: length === null ? null : new Date(from + length),
        }));
      const joined = joinOutages(outages);
      const isIn = (at: number, from: Date, to: Date | null) =>
        at >= from.getTime() && (to === null || at <= to.getTime());
      for (let at = 0; at < 100; at += 1) {
        const was = outages.some(({ startedAt, endedAt }) => isIn(at, startedAt, endedAt));
        expect(joined.filter(({ from, to }) => isIn(at, from, to))).toHaveLength(was ? 1 : 0);
      }
    }),
  );
});
