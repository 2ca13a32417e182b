import type { ReportState } from '@mission-control/contract/dashboard/rules';
import type { Coverage, MemberStatistics } from '@mission-control/contract/dashboard/schema';
import { SERVICES } from '@mission-control/contract/catalogue';
import { ofStatistics, TOPIC } from '@mission-control/contract/topics';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import { tenants } from '../../fleet/tables.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importInventory } from '../inventory/public.ts';
import { smallInventory } from '../inventory/testing/small-inventory.ts';
import { createReportApi, type ReportApi } from '../reports/testing/report-api.ts';
import { setDeploymentGroup, switchService, switchTenant } from '../tenants/public.ts';
import { dashboardFeature } from './feature.ts';
import { getMembers } from './get-statistics.ts';
import { memberStatistics, sddErrors } from './tables.ts';

const coursePro = SERVICES[0];
const t = setUpTestCtx();
let api: ReportApi;
let web: string;
beforeAll(async () => {
  const inventory = smallInventory();
  const [brimham] = inventory.tenants;
  // 1 and 4 are in production; 2 is a training site, 3 is inactive.
  for (const tenant of inventory.tenants) tenant.services = structuredClone(brimham?.services ?? []);
  for (const { services } of inventory.tenants.slice(1)) for (const service of services) service.domains = [];
  if (brimham) inventory.tenants.push({ ...structuredClone(brimham), name: 'Ashdown Trust', total_members: null });
  for (const service of inventory.tenants[3]?.services ?? []) service.domains = [];
  await importInventory(t, inventory);
  api = createReportApi(t);
  web = await api.tokenOf('eu-prod-web-03');
});
afterAll(() => api.close());
beforeEach(async () => {
  await t.db.delete(memberStatistics);
  await t.db.delete(sddErrors);
});

const send = (kind: 'statistics' | 'sdd-errors', entries: object[], created?: Date) =>
  api.report(web, kind, api.body(entries, created));
const numbers = (tenant_id: number, all: number, oncourse: number, homeportal_oncourse: number, more: object = {}) => ({
  tenant_id,
  all,
  oncourse,
  homeportal_oncourse,
  gender: [
    { label: 'Female', value: oncourse },
    { label: 'Male', value: all - oncourse },
  ],
  age: [
    { label: '0–4', value: 1 },
    { label: '5–7', value: all - 1 },
  ],
  distribution: [{ label: 'On course', value: oncourse }],
  ...more,
});
const error = (message: string, hoursAgo: number, level = 'ERROR') => ({
  message,
  level,
  timestamp: new Date(t.clock.now().getTime() - hoursAgo * 3_600_000).toISOString(),
});
async function stats<T>(path: string): Promise<T> {
  const answer = await api.ask('viewer', 'GET', `/api/dashboard/stats/${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: T }>().data;
}

describe('the statistics', () => {
  it('cover the tenants in production, or one tenant [DASH-03, DASH-04, DASH-05]', async () => {
    await send('statistics', [
      numbers(1, 400, 100, 25),
      numbers(2, 7, 7, 7),
      numbers(3, 9, 9, 9),
      numbers(4, 50, 40, 5),
    ]);
    expect(await stats<MemberStatistics>('member')).toEqual({
      all: 450,
      oncourse: 140,
      homeportal_oncourse: 30,
      distribution: [{ label: 'On course', value: 140 }],
    });
    expect(await stats('gender')).toEqual([
      { label: 'Female', value: 140 },
      { label: 'Male', value: 310 },
    ]);
    expect(await stats('age')).toEqual([
      { label: '0–4', value: 2 },
      { label: '5–7', value: 448 },
    ]);
    expect(await stats('member?tenant=2')).toMatchObject({ all: 7, oncourse: 7 });
    expect(await stats('gender?tenant=4')).toEqual([
      { label: 'Female', value: 40 },
      { label: 'Male', value: 10 },
    ]);
    expect(await stats('age?tenant=4')).toContainEqual({ label: '5–7', value: 49 });
  });

  it('follow the tenants in and out of production; other switches leave them as they are', async () => {
    await send('statistics', [numbers(1, 400, 100, 25), numbers(4, 50, 40, 5)]);
    const male = async () => (await stats<{ value: number }[]>('gender')).at(-1)?.value;
    const change = (apply: (work: Work, tenant: typeof tenants.$inferSelect) => Promise<void>) =>
      inTransaction(t, async (work) => apply(work, await lockTenant(work.db, 4)));
    expect(await male()).toBe(310);
    await change((work, tenant) => switchTenant(t, work, tenant, { active: false }));
    expect(await male()).toBe(300);
    await change((work, tenant) => switchTenant(t, work, tenant, { active: true }));
    await change((work, tenant) => switchTenant(t, work, tenant, { staging: true }));
    expect(await male()).toBe(300);
    await change((work, tenant) => switchTenant(t, work, tenant, { staging: false }));
    expect(await male()).toBe(310);
    const roster = await readTopicVersion(t.db, TOPIC.roster);
    await change((work, tenant) => switchService(t, work, tenant, coursePro, { maintenance: true }));
    await change((work, tenant) => setDeploymentGroup(t, work, tenant, 'canary'));
    expect(await readTopicVersion(t.db, TOPIC.roster)).toBe(roster);
  });

  it('add up labels that some tenants lack, in reported order', async () => {
    const gender = (labels: string[]) => ({ gender: labels.map((label) => ({ label, value: 2_147_483_647 })) });
    await send('statistics', [numbers(1, 1, 1, 1, gender(['B', 'A'])), numbers(4, 1, 1, 1, gender(['B', 'C']))]);
    expect(await stats('gender')).toEqual([
      { label: 'B', value: 4_294_967_294 },
      { label: 'A', value: 2_147_483_647 },
      { label: 'C', value: 2_147_483_647 },
    ]);
  });

  it('state how many tenants they cover, and how many of them are stale', async () => {
    const coverage = async (query = '') =>
      (await api.ask('viewer', 'GET', `/api/dashboard/stats/member${query}`)).json<{ coverage: unknown }>().coverage;
    expect(await coverage()).toEqual({ tenants: 2, reported: 0, fresh: 0, newest: null });
    expect(await stats('member')).toEqual({ all: 0, oncourse: 0, homeportal_oncourse: 0, distribution: [] });
    const early = t.clock.now().toISOString();
    await send('statistics', [numbers(1, 4, 2, 1)]);
    t.clock.advance(15 * 60_000);
    expect(await coverage()).toEqual({ tenants: 2, reported: 1, fresh: 1, newest: early });
    t.clock.advance(1);
    expect(await coverage()).toMatchObject({ reported: 1, fresh: 0 });
    await send('statistics', [numbers(4, 4, 2, 1)]);
    expect(await coverage()).toMatchObject({ reported: 2, fresh: 1, newest: t.clock.now().toISOString() });
    // A tenant without services does not count as missing.
    const none = { regionId: 1, accountId: 1, updatedAt: t.clock.now(), updatedBy: 'x' };
    const [bare] = await t.db
      .insert(tenants)
      .values({ ...none, name: 'Bare', nameKey: 'bare' })
      .returning();
    expect(await coverage()).toMatchObject({ tenants: 2, reported: 2 });
    await t.db.delete(tenants).where(eq(tenants.id, bare?.id ?? 0));
    expect(await coverage('?tenant=1')).toEqual({ tenants: 1, reported: 1, fresh: 0, newest: early });
  });

  it('list the tenants in each coverage state', async () => {
    const listed = async () => {
      const { coverage } = (await api.ask('viewer', 'GET', '/api/dashboard/stats/member')).json<{
        coverage: Coverage;
      }>();
      const of = (state: ReportState) => stats<number[]>(`coverage?reports=${state}`);
      const lists = {
        meant: await of('meant'),
        fresh: await of('fresh'),
        stale: await of('stale'),
        never: await of('never'),
      };
      expect({
        meant: coverage.tenants,
        fresh: coverage.fresh,
        stale: coverage.reported - coverage.fresh,
        never: coverage.tenants - coverage.reported,
      }).toEqual(Object.fromEntries(Object.entries(lists).map(([state, { length }]) => [state, length])));
      return lists;
    };
    expect(await listed()).toEqual({ meant: [1, 4], fresh: [], stale: [], never: [1, 4] });
    await send('statistics', [numbers(1, 4, 2, 1), numbers(2, 7, 7, 7)]);
    expect(await listed()).toEqual({ meant: [1, 4], fresh: [1], stale: [], never: [4] });
    t.clock.advance(15 * 60_000 + 1);
    await send('statistics', [numbers(4, 4, 2, 1)]);
    expect(await listed()).toEqual({ meant: [1, 4], fresh: [4], stale: [1], never: [] });
    expect((await api.ask('viewer', 'GET', '/api/dashboard/stats/coverage?reports=x')).statusCode).toBe(400);
  });

  it('are the newest, are announced, and update the members in the tenant list', async () => {
    const read = async (id: number) => (await t.db.select().from(tenants).where(eq(tenants.id, id)))[0];
    const version = (await read(4))?.version;
    const list = await readTopicVersion(t.db, TOPIC.tenants);
    const early = t.clock.now();
    t.clock.advance(1000);
    const announced = await readTopicVersion(t.db, TOPIC.statistics);
    await send('statistics', [numbers(4, 40, 2, 1)]);
    await send('statistics', [numbers(4, 99, 2, 1)], early);
    expect(await stats('member?tenant=4')).toMatchObject({ all: 40 });
    expect(await readTopicVersion(t.db, TOPIC.statistics)).toBe(announced + 1);
    await send('statistics', [numbers(4, 40, 3, 1)]);
    expect(await readTopicVersion(t.db, TOPIC.tenants)).toBe(list + 1);
    expect(await read(4)).toMatchObject({ totalMembers: 40, version });
  });

  it('update the centres in Utopia, and keep them if a report has none', async () => {
    const centres = async () =>
      (await t.db.select({ centres: tenants.totalCentres }).from(tenants).where(eq(tenants.id, 1)))[0]?.centres;
    t.clock.advance(1000);
    await send('statistics', [{ ...numbers(1, 4, 2, 1), centres: 7 }]);
    expect(await centres()).toBe(7);
    const list = await readTopicVersion(t.db, TOPIC.tenants);
    t.clock.advance(1000);
    await send('statistics', [numbers(1, 4, 2, 1)]);
    expect([await centres(), await readTopicVersion(t.db, TOPIC.tenants)]).toEqual([7, list]);
    t.clock.advance(1000);
    await send('statistics', [{ ...numbers(1, 4, 2, 1), centres: 0 }]);
    expect([await centres(), await readTopicVersion(t.db, TOPIC.tenants)]).toEqual([0, list + 1]);
  });

  it('are 404 for an unknown tenant', async () => {
    for (const [query, status] of [
      ['?tenant=999', 404],
      ['?tenant=x', 400],
      ['?tenant=-1', 400],
      ['?tenant=1e99', 400],
    ] as const)
      for (const kind of ['gender', 'age', 'member'])
        expect((await api.ask('viewer', 'GET', `/api/dashboard/stats/${kind}${query}`)).statusCode).toBe(status);
    expect((await send('statistics', [numbers(999, 1, 1, 1)])).json()).toMatchObject({ accepted: 0, refused: [999] });
  });
});

it('lists the tenants by name [DASH-02]', async () => {
  expect(await stats('tenants')).toEqual([
    { id: 4, tenant_name: 'Ashdown Trust' },
    { id: 1, tenant_name: 'Brimham Active' },
    { id: 2, tenant_name: 'Fenland Training' },
    { id: 3, tenant_name: 'Wharfe Valley' },
  ]);
});

describe('the SDD errors', () => {
  it('are those of tenants in production, newest first [DASH-06]', async () => {
    await send('sdd-errors', [
      { tenant_id: 1, errors: [error('Old', 5, 'NOTICE'), error('New', 1)] },
      { tenant_id: 2, errors: [error('Training', 1)] },
      { tenant_id: 4, errors: [error('Between', 2, 'WARNING')] },
    ]);
    const at = (hours: number) => error('', hours).timestamp;
    expect(await stats('sdd-errors')).toEqual([
      { tenant_id: 1, tenant: 'Brimham Active', message: 'New', timestamp: at(1), level: 'ERROR' },
      { tenant_id: 4, tenant: 'Ashdown Trust', message: 'Between', timestamp: at(2), level: 'WARNING' },
      { tenant_id: 1, tenant: 'Brimham Active', message: 'Old', timestamp: at(5), level: 'NOTICE' },
    ]);
  });

  it('are stored once, however often they are reported, and announced only when new', async () => {
    const version = await readTopicVersion(t.db, TOPIC.sddErrors);
    const entry = { tenant_id: 1, errors: [error('One', 1), error('One', 1), error('Two', 1)] };
    await send('sdd-errors', [entry]);
    await send('sdd-errors', [entry]);
    expect(await t.db.select().from(sddErrors)).toHaveLength(2);
    expect(await readTopicVersion(t.db, TOPIC.sddErrors)).toBe(version + 1);
  });

  it('are stored once even if they are ahead of their report, also once they no longer are', async () => {
    const ahead = { tenant_id: 1, errors: [error('One', -2), error('Two', -2), error('One', -3)] };
    for (let hours = 0; hours < 5; hours += 1) {
      await send('sdd-errors', [ahead]);
      t.clock.advance(3_600_000);
    }
    expect(await t.db.select().from(sddErrors)).toHaveLength(3);
  });

  it('are stored without secrets', async () => {
    const errors = [error("Login failed: array ( 'password' => 'swordfish' )", 1)];
    await send('sdd-errors', [{ tenant_id: 1, errors }]);
    const [stored] = await t.db.select().from(sddErrors);
    expect(stored?.message).toBe("Login failed: array ( 'password' => ******** )");
  });

  it('are kept for 14 days, at most 200 per tenant, and never lie in the future', async () => {
    const many = Array.from({ length: 100 }, (_, at) => at);
    for (const hours of [0, 100, 200])
      await send('sdd-errors', [{ tenant_id: 1, errors: many.map((at) => error(`${at}`, hours + at)) }]);
    await send('sdd-errors', [{ tenant_id: 4, errors: [error('Ahead', -5), error('Too old', 14 * 24 + 1)] }]);
    const kept = await stats<{ tenant_id: number; timestamp: string }[]>('sdd-errors');
    expect(kept).toHaveLength(201);
    expect(kept.filter((one) => one.tenant_id === 4).map(({ timestamp }) => timestamp)).toEqual([
      t.clock.now().toISOString(),
    ]);
    expect(kept.at(-1)?.timestamp).toBe(error('', 199).timestamp);
    t.clock.advance(14 * 86_400_000 + 1);
    expect(await stats('sdd-errors')).toEqual([]);
    await dashboardFeature.jobs(t)[0]?.run({});
    expect(await t.db.select().from(sddErrors)).toEqual([]);
  });
});

it.each([
  ['a negative number', () => numbers(1, -1, 0, 0)],
  ['a fraction', () => numbers(1, 10, 0.5, 0)],
  ['a number as a string', () => ({ ...numbers(1, 1, 1, 1), all: '1' })],
  ['NaN, which JSON makes null', () => numbers(1, 10, Number.NaN, 0)],
  ['more members than people', () => numbers(1, 2_147_483_648, 0, 0)],
  ['a missing number', () => ({ ...numbers(1, 1, 1, 1), oncourse: undefined })],
  ['an unknown key', () => numbers(1, 1, 1, 1, { notes: '' })],
  ['a huge label', () => numbers(1, 1, 1, 1, { age: [{ label: 'x'.repeat(61), value: 1 }] })],
  ['an empty label', () => numbers(1, 1, 1, 1, { age: [{ label: ' ', value: 1 }] })],
  ['a negative part', () => numbers(1, 1, 1, 1, { age: [{ label: 'x', value: -1 }] })],
  ['a duplicate label', () => numbers(1, 1, 1, 1, { age: ['x', 'x '].map((label) => ({ label, value: 1 })) })],
  [
    'too many labels',
    () => numbers(1, 1, 1, 1, { age: Array.from({ length: 51 }, (_, at) => ({ label: `${at}`, value: 1 })) }),
  ],
])('refuses statistics with %s', async (_what, entry) => {
  expect((await send('statistics', [entry()])).statusCode).toBe(400);
  expect(await t.db.select().from(memberStatistics)).toEqual([]);
});

it.each([
  ['a huge message', () => [{ ...error('', 1), message: 'x'.repeat(1001) }]],
  ['no message', () => [error(' ', 1)]],
  ['a huge level', () => [error('x', 1, 'x'.repeat(21))]],
  ['an invalid time', () => [{ ...error('x', 1), timestamp: '2026-02-31T25:00:00Z' }]],
  ['too many errors', () => Array.from({ length: 101 }, () => error('x', 1))],
])('refuses SDD errors with %s', async (_what, errors) => {
  expect((await send('sdd-errors', [{ tenant_id: 1, errors: errors() }])).statusCode).toBe(400);
});

it('statistics are as fresh as the newest of the requests that share a read', async () => {
  const label = (text: string) => ({ distribution: [{ label: text, value: 1 }] });
  const request = async () => ({
    ...t.as({}),
    topicVersions: Object.fromEntries(
      await Promise.all(ofStatistics({}).map(async (topic) => [topic, await readTopicVersion(t.db, topic)] as const)),
    ),
  });
  await send('statistics', [numbers(1, 1, 1, 1, label('Before'))]);
  const early = await request();
  await getMembers(early, undefined);
  await send('statistics', [numbers(1, 1, 1, 1, label('After'))]);
  const late = await request();
  const [, answer] = await Promise.all([getMembers(early, undefined), getMembers(late, undefined)]);
  expect(answer.data.distribution).toEqual([{ label: 'After', value: 1 }]);
});
