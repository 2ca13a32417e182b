import { getTenantUptime, listUptime } from '@mission-control/contract/monitors/calls';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet } from '../config/testing/config-fleet.ts';
import { createServiceApi } from '../services/testing/service-api.ts';
import { addTestWindow } from '../windows/testing/add-window.ts';
import { countLatencies, percentilesOf } from './charts/latencies.ts';
import { monitorLatencies, monitorOutages, monitorPasts, monitorRings, monitors } from './tables.ts';

const OCTOBER = new Date('2026-10-01T00:00:00.000Z');
const DAY_MS = 86_400_000;
const day = (count: number): Date => new Date(OCTOBER.getTime() + count * DAY_MS);

const t = setUpTestCtx();
let api: ReturnType<typeof createServiceApi>;
beforeAll(async () => {
  t.clock.set('2026-11-21T09:00:00.000Z');
  await createFleet(t);
  api = createServiceApi(t);
});
afterAll(() => api.close());

interface Facts {
  /** Checks and failures in October. */
  month?: [number, number];
  /** From and to, in days of October; null: still ongoing. */
  outages?: [number, number | null][];
  removedAt?: Date;
}

async function addSite(tenantId: number, host: string, { month, outages = [], removedAt }: Facts = {}) {
  const [site] = await t.db
    .insert(monitors)
    .values({ tenantId, service: 'coursepro', host, createdAt: day(-90), removedAt: removedAt ?? null })
    .returning({ id: monitors.id });
  if (!site) throw new Error('The monitor was not added.');
  const ring = { monitorId: site.id, span: 'month' as const, msSum: 0 };
  if (month)
    await t.db.insert(monitorRings).values([
      { ...ring, start: OCTOBER, checks: month[0], failures: month[1] },
      // Adjacent data that must not be counted.
      { ...ring, start: day(-30), checks: 7, failures: 7 },
      { ...ring, start: day(31), checks: 7, failures: 7 },
    ]);
  for (const [from, to] of outages)
    await t.db.insert(monitorOutages).values({
      monitorId: site.id,
      startedAt: day(from),
      endedAt: to === null ? null : day(to),
      error: 'no answer',
      failures: 3,
    });
  return site.id;
}

const list = async (query: string) => {
  const { status, body } = await api.send('GET', `/api/uptime?month=2026-10${query}`, undefined, 'viewer');
  expect(status).toBe(200);
  return listUptime.response.parse(body);
};
const read = async (id: number, month = '2026-10') => {
  const { status, body } = await api.send('GET', `/api/tenant/${id}/uptime?month=${month}`, undefined, 'viewer');
  expect(status).toBe(200);
  return getTenantUptime.response.parse(body);
};

it('counts the checks of the month and the part of each outage within it', async () => {
  const id = await addTenant(t);
  await addSite(id, 'one.example', {
    month: [1000, 10],
    outages: [
      [-2, 1],
      [4, 4.5],
      [30, 33],
      [-5, -1],
      [31, 32],
    ],
  });
  await addSite(id, 'two.example', { month: [3000, 0] });
  await addSite(id, 'three.example', { outages: [[29, null]] });
  const { total, sites, outages } = await read(id);
  expect(
    sites.map(({ host, uptimepc, outages: count, down_ms, longest_ms }) => [
      host,
      uptimepc,
      count,
      down_ms,
      longest_ms,
    ]),
  ).toEqual([
    ['one.example', 99, 3, 2.5 * DAY_MS, DAY_MS],
    ['two.example', 100, 0, 0, 0],
    ['three.example', null, 1, 2 * DAY_MS, 2 * DAY_MS],
  ]);
  expect(total).toMatchObject({ sites: 3, uptimepc: 99.75, outages: 4, down_ms: 4.5 * DAY_MS, longest_ms: 2 * DAY_MS });
  expect(outages.map(({ host, started_at: at }) => `${host} ${at.slice(0, 10)}`)).toEqual([
    'one.example 2026-10-31',
    'three.example 2026-10-30',
    'one.example 2026-10-05',
    'one.example 2026-09-29',
  ]);
});

it('leaves out checks in maintenance windows, and outages up to the end of the window in which they began', async () => {
  const id = await addTenant(t);
  const site = await addSite(id, 'planned.example', {
    month: [1000, 100],
    outages: [
      [4.25, 4.4],
      [4.3, 5],
      [3, 4.5],
    ],
  });
  await t.db
    .update(monitorRings)
    .set({ apartChecks: 200, apartFailures: 100 })
    .where(and(eq(monitorRings.monitorId, site), eq(monitorRings.start, OCTOBER)));
  const before = t.clock.now();
  t.clock.set(day(-1).toISOString());
  // From 06:00 to 12:00 on the fifth.
  const scope = { tenants: [id], environments: [], services: [] };
  await addTestWindow(t, { name: 'Planned', starts: '2026-10-05T06:00', minutes: 360, scope });
  t.clock.set(before.toISOString());
  const { total, outages } = await read(id);
  expect(total).toMatchObject({ uptimepc: 100, outages: 2, down_ms: 2 * DAY_MS, longest_ms: 1.5 * DAY_MS });
  expect(outages.map(({ window }) => window)).toEqual(['Planned', 'Planned', null]);
});

it('ends an ongoing outage at the present', async () => {
  const id = await addTenant(t);
  await addSite(id, 'lasting.example', { outages: [[50, null]] });
  const { total } = await read(id, '2026-11');
  expect(total.down_ms).toBe(t.clock.now().getTime() - day(50).getTime());
  expect((await read(id, '2026-12')).total).toMatchObject({ outages: 0, down_ms: 0 });
});

it('adds the checks of the current month that are in no ring yet', async () => {
  const id = await addTenant(t);
  const site = await addSite(id, 'open.example');
  await t.db.update(monitors).set({ openChecks: 100, openFailures: 25 }).where(eq(monitors.id, site));
  expect((await read(id, '2026-11')).total.uptimepc).toBe(75);
  expect((await read(id)).total.uptimepc).toBeNull();
});

it('adds the imported history of days before the console checked', async () => {
  const id = await addTenant(t);
  const site = await addSite(id, 'imported.example', { month: [1000, 0] });
  const index = OCTOBER.getTime() / DAY_MS;
  await t.db.insert(monitorPasts).values({
    monitorId: site,
    until: day(10),
    responses: { six_hours: [], hours: [], ten_minutes: [] },
    days: [
      [index - 1, 1440, 1440, 0],
      [index, 1440, 500, 0],
      [index + 30, 560, 0, 0],
      [index + 31, 1440, 1440, 0],
    ],
    hours: [],
  });
  // Imported monitors are newer than their history.
  await t.db.update(monitors).set({ createdAt: t.clock.now() }).where(eq(monitors.id, site));
  expect((await read(id)).total.uptimepc).toBe(83.333);
});

it('reports the latencies of each site, of the tenant and in the list, from the days of the month', async () => {
  const id = await addTenant(t);
  const [fast, slow, mute] = [
    await addSite(id, 'fast.example'),
    await addSite(id, 'slow.example'),
    await addSite(id, 'mute.example'),
  ];
  const counts = (...all: number[]) => countLatencies(all.map((ms) => ({ at: OCTOBER, ok: true, ms })));
  const rows: [number, number, number[]][] = [
    [fast, 0, [20, 20, 20]],
    [fast, 30, [90]],
    [slow, 12, [400, 400, 400, 9_000]],
    // Adjacent data that must not be counted.
    [fast, -1, [5_000, 5_000, 5_000, 5_000, 5_000]],
    [fast, 31, [5_000, 5_000, 5_000, 5_000, 5_000]],
  ];
  await t.db
    .insert(monitorLatencies)
    .values(rows.map(([monitorId, at, all]) => ({ monitorId, day: day(at), counts: counts(...all) })));
  const { total, sites } = await read(id);
  const own = (...all: number[]) => {
    const { median, p95 } = percentilesOf(counts(...all));
    return [median, p95];
  };
  const found = new Map(sites.map((site) => [site.id, [site.median_ms, site.p95_ms]]));
  expect(found).toEqual(
    new Map([
      [fast, own(20, 20, 20, 90)],
      [slow, own(400, 400, 400, 9_000)],
      [mute, [null, null]],
    ]),
  );
  const all = own(20, 20, 20, 90, 400, 400, 400, 9_000);
  expect([total.median_ms, total.p95_ms]).toEqual(all);
  const { rows: listed } = await list('&count=1000');
  const row = listed.find(({ tenant }) => tenant === id);
  expect([row?.median_ms, row?.p95_ms]).toEqual(all);
  expect(listed.filter(({ p95_ms }) => p95_ms !== null)).toHaveLength(1);
  // A twentieth of the responses may be slower, and a bucket is 8 % wide to each side.
  expect(Math.abs((total.p95_ms ?? 0) - 9_000)).toBeLessThan(9_000 * 0.09);
  expect((await read(id, '2026-08')).total).toMatchObject({ median_ms: null, p95_ms: null });
});

it('lists tenants worst first or by name, in pages, filtered by words of their name, without deleted ones', async () => {
  const ids = [await addTenant(t), await addTenant(t), await addTenant(t), await addTenant(t)] as const;
  const facts: [string, Facts][] = [
    ['Zulu park', { month: [100, 1] }],
    ['Alpha park', { month: [100, 50] }],
    ['Mike park', {}],
    ['Gone park', { month: [10, 10] }],
  ];
  for (const [at, [name, one]] of facts.entries()) {
    const id = ids[at] ?? 0;
    await t.db.update(tenants).set({ name, nameKey: name.toLowerCase() }).where(eq(tenants.id, id));
    await addSite(id, `park-${at}.example`, one);
  }
  await addSite(ids[0], 'left-in-july.example', { month: [100, 100], removedAt: day(-70) });
  await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, ids[3]));
  const names = async (query: string) => (await list(`&q=PARK${query}`)).rows.map(({ name }) => name);
  expect(await names('')).toEqual(['Alpha park', 'Zulu park', 'Mike park']);
  expect(await names('&sort=name')).toEqual(['Alpha park', 'Mike park', 'Zulu park']);
  expect(await names('&from=1&count=1')).toEqual(['Zulu park']);
  expect(await list('&q=zulu park')).toMatchObject({ found: 1, rows: [{ sites: 1, uptimepc: 99 }] });
  expect(await list('&q=park&from=9')).toEqual({ rows: [], found: 3 });
});

it.each(['2026-13', '2026-00', '26-10', '2026-1', '', '2026-10-01'])('refuses the month %j', async (month) => {
  expect((await api.send('GET', `/api/uptime?month=${month}`)).status).toBe(400);
});

it('returns 404 for an unknown tenant', async () => {
  expect((await api.send('GET', '/api/tenant/999999/uptime?month=2026-10')).status).toBe(404);
});
