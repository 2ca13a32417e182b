import { randomUUID } from 'node:crypto';
import { searchCronLogs } from '@mission-control/contract/cron/calls';
import type { CronLog, CronTask } from '@mission-control/contract/cron/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { createReportApi, cronTask, type ReportApi } from '../reports/testing/report-api.ts';
import { searchCronLogs as searchLogs } from './search-logs.ts';
import { cronReports } from './tables.ts';

const t = setUpTestCtx(importSmallInventory);
let api: ReportApi;
beforeAll(() => void (api = createReportApi(t)));
afterAll(() => api.close());

const log = (hour: number, message: string, status: CronLog['context']['status'] = 'task_end'): CronLog => ({
  context: { status },
  message,
  e2e: { task_duration_in_seconds: 1 },
  datetime: `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`,
});
const store = (tenantId: number, tasks: CronTask[]) =>
  t.db
    .insert(cronReports)
    .values({ tenantId, environmentId: 2, created: t.clock.now(), cronTasks: null, tasks })
    .onConflictDoUpdate({ target: [cronReports.tenantId, cronReports.environmentId], set: { tasks } });
async function search(query: Record<string, string>) {
  const answer = await api.ask('viewer', 'GET', `/api/cron/log?${new URLSearchParams(query).toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return searchCronLogs.response.parse(answer.json());
}

describe('the search in logs', () => {
  it('finds tasks by the messages of their runs, ignoring case, with the newest match and the number of matches', async () => {
    await store(1, [
      cronTask('collect', [
        log(7, 'Bank said "no"\nat 100%'),
        log(9, 'BANK SAID "NO"\nat 100%', 'task_fail'),
        log(8, 'Done.'),
      ]),
      cronTask('bank_said', [log(9, 'Nothing to do.')]),
      cronTask('umlauts', [log(1, 'Größe C:\\new_file')]),
    ]);
    expect(await search({ q: 'bank said "no"\n' })).toEqual({
      found: [
        {
          id: 1,
          tenant_name: 'Brimham Active',
          environment_name: 'eu-prod-wrk-02',
          group: 'Payments',
          task: 'collect',
          runs: 2,
          status: 'task_fail',
          datetime: '2026-11-21T09:00:00.000Z',
          message: 'BANK SAID "NO"\nat 100%',
        },
      ],
      searched: 1,
      tenants: 1,
      next: null,
    });
    expect((await search({ q: 'bank', status: 'task_end' })).found.map(({ runs, status }) => [runs, status])).toEqual([
      [1, 'task_end'],
    ]);
    for (const q of ['größe', 'c:\\NEW', '0%']) expect((await search({ q })).found.length, q).toBe(1);
    for (const q of ['%a%', '__', "' or true --", 'task_end', '\\u0022', '.*', '){}['])
      expect((await search({ q })).found, q).toEqual([]);
  });

  it('shows the beginning of a long message', async () => {
    await store(1, [cronTask('long', [log(9, `a long one ${'x'.repeat(1_000)}`)])]);
    expect((await search({ q: 'xxxx' })).found.map(({ message }) => message.length)).toEqual([300]);
  });

  it('finds no secret that a run has logged, since none is stored', async () => {
    const message = 'Connecting to mysql://app:swordfish@db-1/main with API_TOKEN=hunter2hunter2';
    const report = { cron_tasks: null, tasks: [cronTask('connect', [log(9, message, 'task_fail')])], tenant_id: 1 };
    const created = t.clock.now().toISOString();
    const body = { report_id: randomUUID(), created, tenants: [report] };
    const answer = await api.report(await api.tokenOf('eu-prod-wrk-02'), 'cron', body);
    expect(answer.statusCode, answer.body).toBe(200);
    for (const q of ['swordfish', 'hunter2']) expect((await search({ q })).found, q).toEqual([]);
    const [found] = (await search({ q: 'connecting to' })).found;
    expect(found?.message).toBe('Connecting to mysql://app:********@db-1/main with API_TOKEN=********');
    expect(JSON.stringify(await t.db.select().from(cronReports))).not.toMatch(/swordfish|hunter2/);
  });

  it('leaves out deleted tenants, and environments without a service of them', async () => {
    await store(1, [cronTask('collect', [log(7, 'found')])]);
    const count = async () => (await search({ q: 'found' })).found.length;
    expect(await count()).toBe(1);
    await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, 1));
    expect(await count()).toBe(0);
    await t.db.update(tenants).set({ deletedAt: null }).where(eq(tenants.id, 1));
    expect(await count()).toBe(1);
  });

  it('resumes where it ended, without omitting or repeating a tenant', async () => {
    await t.db.delete(cronReports);
    const [like] = await t.db.select().from(tenants).where(eq(tenants.id, 1));
    if (!like) throw new Error('There is no tenant.');
    const names = Array.from({ length: 130 }, (_, at) => `Leisure ${String(at).padStart(3, '0')}`);
    const { id: _id, ...facts } = like;
    const added = await t.db
      .insert(tenants)
      .values(names.map((name) => ({ ...facts, name, nameKey: name.toLowerCase() })))
      .returning({ id: tenants.id });
    for (const { id } of added) {
      await t.db.insert(tenantServices).values({ tenantId: id, service: 'coursepro', workerEnvironmentId: 2 });
      await store(id, [
        cronTask('collect', [log(7, id % 2 === 0 ? 'found' : 'other')]),
        cronTask('more', [log(7, 'found')]),
      ]);
    }
    const first = await search({ q: 'found' });
    // Includes all tasks of the tenant with the hundredth.
    expect(first.found.length).toBeLessThanOrEqual(101);
    // A clock that advances a second while a batch is read.
    let reads = 0;
    const clock = { now: () => new Date(t.clock.now().getTime() + 1_000 * (reads += 1)) };
    expect(await searchLogs({ ...t, clock }, { query: { q: 'nowhere' } } as never)).toMatchObject({
      searched: 50,
      next: expect.any(Number) as number,
    });
    const seen: string[] = [];
    let [after, requests, searched] = [0, 0, 0];
    for (;;) {
      const answer = await search({ q: 'found', after: String(after) });
      seen.push(...answer.found.map(({ id, task: name }) => `${id} ${name}`));
      requests += 1;
      searched += answer.searched;
      expect(answer.tenants).toBe(130);
      if (answer.next === null) break;
      after = answer.next;
    }
    expect([seen.length, new Set(seen).size, requests, searched]).toEqual([195, 195, 2, 130]);
  });
});
