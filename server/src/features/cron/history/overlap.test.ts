import { getCronOverlap } from '@mission-control/contract/cron/calls';
import type { CronLog, CronTask } from '@mission-control/contract/cron/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environments } from '../../../fleet/tables.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { importInventory } from '../../inventory/public.ts';
import { smallInventory } from '../../inventory/testing/small-inventory.ts';
import { createReportApi, cronTask, type ReportApi } from '../../reports/testing/report-api.ts';
import { cronSlots } from '../tables.ts';
import { purgeSlots } from './queries-slots.ts';

const t = setUpTestCtx();
let api: ReportApi;
const ids = { 'eu-prod-wrk-02': 0, 'eu-prod-str-01': 0 };
beforeAll(async () => {
  const inventory = smallInventory();
  const [first, second] = inventory.tenants;
  const own = first?.services.find(({ slug }) => slug === 'coursepro');
  if (!own || !second) throw new Error('The small inventory has changed.');
  second.services = [{ ...own, domains: [] }];
  await importInventory(t, inventory);
  api = createReportApi(t);
  for (const name of Object.keys(ids) as (keyof typeof ids)[])
    ids[name] = (await t.db.select().from(environments).where(eq(environments.name, name)))[0]?.id ?? 0;
  t.clock.set('2026-11-21T12:00:00.000Z');
});
afterAll(() => api.close());

const logOf = (datetime: string, seconds: number): CronLog => ({
  context: { status: 'task_end' },
  message: '',
  e2e: { task_duration_in_seconds: seconds },
  datetime: `2026-11-21T${datetime}Z`,
});
const task = (taskName: string, logs: CronLog[]) => cronTask(taskName, logs, { group: { name: 'Mail' } });
async function report(from: keyof typeof ids, tenants: Record<number, CronTask[]>): Promise<void> {
  const entries = Object.entries(tenants).map(([id, tasks]) => ({ tenant_id: Number(id), cron_tasks: '[]', tasks }));
  const answer = await api.report(await api.tokenOf(from), 'cron', api.body(entries));
  expect(answer.statusCode, answer.body).toBe(200);
}
async function overlap(query = '') {
  const answer = await api.ask('viewer', 'GET', `/api/cron/overlap${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return getCronOverlap.response.parse(answer.json());
}

it('is that of the environment with the most concurrent runs, or of the requested one', async () => {
  expect(await overlap()).toEqual({ environments: [], environment: null, slots: [] });
  const queue = task('queue', [logOf('11:30:10', 10), logOf('11:45:00', 1)]);
  await report('eu-prod-wrk-02', { 1: [queue, task('digest', [logOf('11:41:00', 900)])] });
  // The same runs again, and a run of the same task of another tenant.
  t.clock.advance(5 * 60_000);
  await report('eu-prod-wrk-02', { 1: [queue], 2: [task('queue', [logOf('11:30:05', 1.5)])] });
  await report('eu-prod-str-01', { 1: [task('export', [logOf('12:00:00', 60)])] });

  const found = await overlap();
  expect(found.environments).toEqual([
    { id: ids['eu-prod-wrk-02'], name: 'eu-prod-wrk-02', most: 3 },
    { id: ids['eu-prod-str-01'], name: 'eu-prod-str-01', most: 1 },
  ]);
  expect(found.environment).toEqual({
    id: ids['eu-prod-wrk-02'],
    name: 'eu-prod-wrk-02',
    servers: ['eu-prod-wrk-02-a'],
    reported: '2026-11-21T12:05:00.000Z',
  });
  expect(found.slots).toHaveLength(144);
  expect([found.slots[0]?.at, found.slots.at(-1)?.at]).toEqual([
    '2026-11-20T12:10:00.000Z',
    '2026-11-21T12:00:00.000Z',
  ]);
  expect(found.slots.find(({ at }) => at === '2026-11-21T11:30:00.000Z')).toEqual({
    at: '2026-11-21T11:30:00.000Z',
    most: 3,
    most_at: '2026-11-21T11:30:03.000Z',
    // 600 s of the digest, 10 s and 2 s of the queue.
    average: 1.02,
    tasks: [
      { group: 'Mail', task: 'digest', runs: 1 },
      { group: 'Mail', task: 'queue', runs: 2 },
    ],
    others: 0,
  });
  expect(found.slots.filter(({ most }) => most !== 0).map(({ at, most }) => [at.slice(11, 16), most])).toEqual([
    ['11:20', 1],
    ['11:30', 3],
    ['11:40', 1],
  ]);
  const other = await overlap(`?environment=${ids['eu-prod-str-01']}`);
  expect([other.environment?.name, other.slots.filter(({ most }) => most === 1).length]).toEqual(['eu-prod-str-01', 1]);
});

it('has no values for times that are not reported yet', async () => {
  t.clock.set('2026-11-21T12:35:00.000Z');
  const { slots } = await overlap();
  expect(slots.slice(-5).map(({ most }) => most)).toEqual([0, 0, null, null, null]);
});

it('is empty for environments without cron, and 404 for unknown ones', async () => {
  const [web] = await t.db.select().from(environments).where(eq(environments.name, 'eu-prod-web-03'));
  const found = await overlap(`?environment=${web?.id ?? 0}`);
  expect(found.environment).toMatchObject({ name: 'eu-prod-web-03', reported: null });
  expect(found.slots.every(({ most }) => most === null)).toBe(true);
  expect((await api.ask('viewer', 'GET', '/api/cron/overlap?environment=99999')).statusCode).toBe(404);
});

it('is kept for two days', async () => {
  await purgeSlots(t.db, new Date('2026-11-23T11:29:00Z'));
  expect(await t.db.$count(cronSlots)).toBeGreaterThan(0);
  await purgeSlots(t.db, new Date('2026-11-23T12:11:00Z'));
  expect(await t.db.$count(cronSlots)).toBe(0);
});
