import { getCronHistory, listCronTroubles } from '@mission-control/contract/cron/calls';
import type { CronLog, CronTask } from '@mission-control/contract/cron/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { createReportApi, cronTask, type ReportApi } from '../reports/testing/report-api.ts';
import { systemValues } from '../system/public.ts';
import { purgeDays } from './history/queries-history.ts';
import { putCronReports } from './queries.ts';
import { cronBands, cronDays, cronReports, cronTroubles } from './tables.ts';

const t = setUpTestCtx(importSmallInventory);
let api: ReportApi;
let worker: string;
beforeAll(async () => {
  api = createReportApi(t);
  worker = await api.tokenOf('eu-prod-wrk-02');
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const table of [cronReports, cronTroubles, cronBands, cronDays, systemValues]) await t.db.delete(table);
  t.clock.set('2026-11-21T12:00:00.000Z');
});

const MINUTE = 60_000;
/** A run that ended this many minutes ago. */
const log = (minutes: number, seconds = 60, status: CronLog['context']['status'] = 'task_end'): CronLog => ({
  context: { status },
  message: `${status} of ${seconds} s`,
  e2e: { task_duration_in_seconds: seconds },
  datetime: new Date(t.clock.now().getTime() - minutes * MINUTE).toISOString(),
});
/** Enough one-minute runs for a band. */
const usual = (from = 10): CronLog[] => Array.from({ length: 20 }, (_, at) => log(from + at * 30));

async function report(tasks: CronTask[], running: object[] = [], minutes = 5): Promise<void> {
  t.clock.advance(minutes * MINUTE);
  const entry = { tenant_id: 1, cron_tasks: JSON.stringify(running), tasks };
  const answer = await api.report(worker, 'cron', api.body([entry]));
  expect(answer.statusCode, answer.body).toBe(200);
}
async function board(query = '') {
  const answer = await api.ask('viewer', 'GET', `/api/cron/trouble${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return listCronTroubles.response.parse(answer.json());
}
const found = async (query = '') =>
  (await board(query)).troubles.map(({ task: name, what, seconds }) => [name, what, seconds]);

describe('the board of the fleet', () => {
  it('lists tasks that fail, died, or took unusually long or short, until they run well', async () => {
    const bad = (at: number) => [
      cronTask('fails', [log(at, 60, 'task_fail'), ...usual()]),
      cronTask('dies', [log(at, 60, 'task_dead'), ...usual()]),
      cronTask('hurries', [log(at, 2), ...usual()]),
      cronTask('dawdles', [log(at, 600), ...usual()]),
      cronTask('hangs', usual()),
      cronTask('is_well', [log(at, 90), ...usual()]),
    ];
    await report(['fails', 'dies', 'hurries', 'dawdles', 'hangs', 'is_well'].map((name) => cronTask(name, usual())));
    expect(await found()).toEqual([]);
    await report(bad(1), [{ task: 'hangs', elapsed: 700, elapsed_formatted: '00:11:40' }]);
    expect(await found('?sort=task&direction=asc')).toEqual([
      ['dawdles', 'too-long', 600],
      ['dies', 'dead', null],
      ['fails', 'failed', null],
      ['hangs', 'too-long', 700],
      ['hurries', 'too-short', 2],
    ]);
    expect(await board('?what=too-short')).toMatchObject({
      total: 1,
      counts: { dead: 1, failed: 1, 'too-long': 2, 'too-short': 1, overdue: 0, 'not-started': 0 },
      environments: [{ name: 'eu-prod-wrk-02' }],
      troubles: [
        {
          id: 1,
          tenant_name: 'Brimham Active',
          environment_name: 'eu-prod-wrk-02',
          group: 'Payments',
          since: new Date(t.clock.now().getTime() - 6 * MINUTE).toISOString(),
          created: t.clock.now().toISOString(),
          running: false,
          seconds: 2,
        },
      ],
    });
    // The report stays on record for hours, and the band is recalculated.
    for (const minutes of [70, 70]) await report(bad(1), [], minutes);
    expect((await found('?what=too-short')).length).toBe(1);
    await report([cronTask('hurries', [log(1), ...usual()])]);
    expect(await found()).toEqual([]);
  });

  it('lists tasks that are overdue by their interval, unless they run or depend on something', async () => {
    const time = { type: 'delay', minimum: 30 } as const;
    const restrictions = { time, run: null, conditional: null };
    const tasks = [
      cronTask('late', [log(80)], { restrictions }),
      cronTask('runs', [log(80)], { restrictions }),
      cronTask('in_time', [log(70)], { restrictions }),
      cronTask('waits', [log(80)], { restrictions: { ...restrictions, run: { notBefore: '02:00', notAfter: null } } }),
    ];
    await report(tasks, [{ task: 'runs', elapsed: 60, elapsed_formatted: '' }], 0);
    expect(await found()).toEqual([['late', 'overdue', null]]);
  });

  it('lists tasks that are overdue in the time zone of the tenant', async () => {
    // 12:00 in UTC is 23:00 in Sydney.
    await t.db.insert(systemValues).values({ tenantId: 1, key: 'timezone', value: 'Australia/Sydney' });
    const at = (cron: string, zone?: string) => ({ schedule: { cron, ...(zone === undefined ? null : { zone }) } });
    await report(
      [
        cronTask('of_the_zone', [log(120)], at('30 22 * * *')),
        cronTask('ran', [log(20)], at('30 22 * * *')),
        cronTask('too_early', [log(120)], at('50 22 * * *')),
        cronTask('own_zone', [log(120)], at('30 11 * * *', 'UTC')),
        cronTask('not_understood', [log(120)], at('at noon')),
        cronTask('never_ran', [], at('30 22 * * *')),
        cronTask('runs_now', [log(120)], at('30 22 * * *')),
      ],
      [{ task: 'runs_now', elapsed: 1_700, elapsed_formatted: '' }],
      0,
    );
    expect(await found('?sort=task&direction=asc')).toEqual([
      ['of_the_zone', 'not-started', null],
      ['own_zone', 'not-started', null],
    ]);
    expect((await board()).troubles[0]?.since).toBe('2026-11-21T11:30:00.000Z');
  });

  it('knows when a task last ran, although logs cover only a day', async () => {
    const daily = { schedule: { cron: '0 9 * * *' } };
    await report([cronTask('daily', [log(170)], daily)]);
    t.clock.advance(24 * 60 * MINUTE);
    await report([cronTask('daily', [], daily)]);
    expect(await found()).toEqual([['daily', 'not-started', null]]);
    await report([cronTask('daily', [log(1)], daily)]);
    expect(await found()).toEqual([]);
  });

  it('is filtered, sorted and paged by the database', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `task_${String(at).padStart(2, '0')}`);
    await report([
      ...names.map((name, at) => cronTask(name, [log(at, 1, 'task_fail')])),
      cronTask('100%_done', [log(40, 1, 'task_dead')], { group: { name: 'Members' } }),
    ]);
    const pages = [await board(), await board('?page=2'), await board('?page=3')];
    expect(pages.map(({ total, troubles }) => [total, troubles.length])).toEqual([
      [31, 25],
      [31, 6],
      [31, 0],
    ]);
    expect(pages[0]?.troubles[0]?.task).toBe('task_00');
    expect((await found('?sort=task&direction=desc'))[0]).toEqual(['task_29', 'failed', null]);
    expect((await found('?sort=what&direction=asc'))[0]).toEqual(['100%_done', 'dead', null]);
    expect(await found(`?q=${encodeURIComponent('0%_D')}`)).toEqual([['100%_done', 'dead', null]]);
    expect((await found('?q=members')).length).toBe(1);
    expect((await found('?q=brimham')).length).toBe(25);
    expect(await found(`?q=${encodeURIComponent("%' or true --")}`)).toEqual([]);
    expect(await found('?environment=99')).toEqual([]);
  });

  it('leaves out tenants that are deleted or inactive, and services whose cron is off', async () => {
    await report([cronTask('fails', [log(1, 1, 'task_fail')])]);
    const count = async () => (await board()).total;
    for (const [off, on] of [
      [{ deletedAt: t.clock.now() }, { deletedAt: null }],
      [{ active: false }, { active: true }],
    ]) {
      await t.db
        .update(tenants)
        .set(off ?? {})
        .where(eq(tenants.id, 1));
      expect(await count()).toBe(0);
      await t.db
        .update(tenants)
        .set(on ?? {})
        .where(eq(tenants.id, 1));
    }
    expect(await count()).toBe(1);
    await t.db.update(tenantServices).set({ cron: false }).where(eq(tenantServices.tenantId, 1));
    expect(await count()).toBe(0);
    await t.db.update(tenantServices).set({ cron: true }).where(eq(tenantServices.tenantId, 1));
  });
});

it('follows the newest report, even if an older one arrives later', async () => {
  await report([cronTask('late', [log(1)])]);
  const created = new Date(t.clock.now().getTime() - 30 * MINUTE);
  const failed = [cronTask('late', [log(2, 60, 'task_fail')])];
  const entry = { tenant_id: 1, cron_tasks: '[]', tasks: failed };
  const answer = await api.report(worker, 'cron', api.body([entry], created));
  expect(answer.statusCode).toBe(200);
  expect((await found()).filter(([name]) => name === 'late')).toEqual([]);
});

it('forgets tasks that were not reported for 30 days', async () => {
  await report([cronTask('gone', usual())]);
  t.clock.advance(31 * 24 * 60 * MINUTE);
  await report([cronTask('new', [log(1)])]);
  const [stored] = await t.db.select().from(cronBands);
  expect(stored?.tasks.map((known) => known.task)).toEqual(['new']);
});

describe('the band of a task', () => {
  const bandOf = async () => {
    const answer = await api.ask('viewer', 'GET', '/api/tenant/1/cron');
    return answer.json<{ tasks: { band: { low: number; high: number; runs: number } | null }[] }>().tasks[0]?.band;
  };

  it('is derived from the runs of all reports, each counted once', async () => {
    const logs = usual();
    await report([cronTask('t', logs.slice(11))]);
    expect(await bandOf()).toBeNull();
    await report([cronTask('t', logs.slice(5))], [], 61);
    await report([cronTask('t', logs)], [], 61);
    const band = await bandOf();
    expect(band?.runs).toBe(20);
    expect(Math.abs((band?.low ?? 0) - 60)).toBeLessThan(3);
    expect(Math.abs((band?.high ?? 0) - 60)).toBeLessThan(3);
  });

  it('is shown with the runs of each day, and those outside it one by one', async () => {
    await report([cronTask('t', usual())]);
    t.clock.set('2026-11-22T12:00:00.000Z');
    await report([cronTask('t', [log(1, 2), log(2, 60, 'task_fail'), log(3)])]);
    const read = async (query: string) =>
      api.ask('viewer', 'GET', `/api/tenant/1/cron/history?environment=eu-prod-wrk-02&${query}`);
    const { band, days, outliers } = getCronHistory.response.parse((await read('group=Payments&task=t')).json());
    expect(band).toMatchObject({ runs: 22 });
    expect(days.map(({ day, ended, failed, dead }) => [day, ended, failed, dead])).toEqual([
      ['2026-11-21', 20, 0, 0],
      ['2026-11-22', 2, 1, 0],
    ]);
    expect(Math.abs((days[0]?.median ?? 0) - 60)).toBeLessThan(3);
    expect(outliers.map(({ seconds, status }) => [seconds, status])).toEqual([
      [2, 'task_end'],
      [60, 'task_fail'],
    ]);
    expect((await read('group=Payments&task=nothing')).json()).toEqual({ band: null, days: [], outliers: [] });
    expect((await read('group=Payments')).statusCode).toBe(400);
    expect((await api.ask('viewer', 'GET', '/api/tenant/9/cron/history?environment=a&group=b&task=c')).statusCode).toBe(
      404,
    );
  });

  it('covers 30 days', async () => {
    await report([cronTask('t', usual())]);
    t.clock.advance(31 * 24 * 60 * MINUTE);
    await report([cronTask('t', [])]);
    expect(await bandOf()).toBeNull();
    await report([cronTask('t', [log(1)])], [], 61);
    expect(await bandOf()).toBeNull();
    await purgeDays(t.db, t.clock.now());
    expect((await t.db.select().from(cronDays)).map(({ day }) => day)).toEqual(['2026-12-22']);
  });

  it('counts a run once when two consoles store reports of it concurrently', async () => {
    const entry = { cron_tasks: null, tasks: [cronTask('t', usual())] };
    const now = t.clock.now();
    const store = (ms: number) =>
      inUnauditedTransaction(t, ({ db }) =>
        putCronReports(db, [{ tenantId: 1, environmentId: 2, created: new Date(now.getTime() + ms), entry }], now),
      );
    await Promise.all([store(0), store(1), store(2), store(3)]);
    const days = await t.db.select().from(cronDays);
    expect(days.flatMap(({ tasks }) => tasks).reduce((sum, { ended }) => sum + ended, 0)).toBe(20);
  });
});
