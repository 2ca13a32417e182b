import { TOPIC } from '@mission-control/contract/topics';
import { getTenantCron, listCron, type CronRow } from '@mission-control/contract/cron/calls';
import type { CronTask } from '@mission-control/contract/cron/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environments, tenants, tenantServices } from '../../fleet/tables.ts';
import { inTransaction, inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { createReportApi, type ReportApi } from '../reports/testing/report-api.ts';
import { failedRuns } from './failed-runs.ts';
import { putCronReports } from './queries.ts';
import { cronIncidents, cronReports } from './tables.ts';

const t = setUpTestCtx(importSmallInventory);
let api: ReportApi;
let worker: string;
let strive: string;
beforeAll(async () => {
  api = createReportApi(t);
  worker = await api.tokenOf('eu-prod-wrk-02');
  strive = await api.tokenOf('eu-prod-str-01');
});
afterAll(() => api.close());

const task = (name: string, more: Partial<CronTask> = {}): CronTask => ({
  group: { name: 'Payments' },
  taskName: name,
  restrictions: {
    time: { type: 'delay', minimum: 90 },
    run: { notBefore: '02:00', notAfter: null },
    conditional: { variable: 'DIRECT_DEBIT', is: 'on' },
  },
  execution: { chain: { frequency: 'daily', order: 2 } },
  state: { status_text: 'Waiting', finished_fuzzy: '5 minutes ago' },
  logs: [
    {
      context: { status: 'task_fail' },
      message: 'The payment provider refused the batch.\nNothing was collected.',
      e2e: { task_duration_in_seconds: 9.5 },
      datetime: '2026-11-21T08:55:00.000Z',
    },
  ],
  ...more,
});

const report = (token: string, tenantId: number, entry: object, created?: Date) =>
  api.report(token, 'cron', api.body([{ tenant_id: tenantId, cron_tasks: '[]', tasks: [], ...entry }], created));
/** Changes tenants and announces it, as every change does. */
async function change(write: Promise<unknown>): Promise<void> {
  await write;
  await inTransaction(t, async ({ record }) => {
    record({ action: 'tenant.updated', subject: 'Brimham Active', topics: [TOPIC.tenants] });
  });
}
const list = async (): Promise<CronRow[]> =>
  listCron.response.parse((await api.ask('viewer', 'GET', '/api/tenant/cron')).json()).tenants;
const cronOf = async (id: number) =>
  (await api.ask('viewer', 'GET', `/api/tenant/${id}/cron`)).json<{ tasks: CronTask[]; created: string | null }>();

describe('the running tasks of the fleet', () => {
  it('have a row without data for a tenant that never reported, and none for a tenant without cron [CRN-01]', async () => {
    expect(listCron.path).toBe('/api/tenant/cron');
    expect(await list()).toEqual([
      { id: 1, tenant_name: 'Brimham Active', cron_tasks: null, environment_name: null, created: null },
    ]);
  });

  it.each([
    JSON.stringify([{ task: 'direct_debit', elapsed: 340, elapsed_formatted: '00:05:40' }]),
    '[{"task":"direct_debit","ela',
    '',
    'null',
  ])('are the verbatim text of the newest report: %s [CRN-02]', async (text) => {
    t.clock.advance(1000);
    expect((await report(worker, 1, { cron_tasks: text })).statusCode).toBe(200);
    expect(await list()).toEqual([
      {
        id: 1,
        tenant_name: 'Brimham Active',
        cron_tasks: text,
        environment_name: 'eu-prod-wrk-02',
        created: t.clock.now().toISOString(),
      },
    ]);
  });

  it('have a row per reporting environment, until the tenant is deleted', async () => {
    await report(strive, 1, { cron_tasks: '[1]' });
    expect((await list()).map((row) => row.environment_name)).toEqual(['eu-prod-str-01', 'eu-prod-wrk-02']);
    await change(
      t.db.update(tenantServices).set({ webEnvironmentId: null }).where(eq(tenantServices.service, 'strive')),
    );
    expect((await list()).map((row) => row.environment_name)).toEqual(['eu-prod-wrk-02']);
    await change(
      t.db.update(tenants).set({ deletedAt: t.clock.now(), name: 'Ł "quoted" \\' }).where(eq(tenants.id, 1)),
    );
    expect(await list()).toEqual([]);
    await change(t.db.update(tenants).set({ deletedAt: null }).where(eq(tenants.id, 1)));
    expect((await list()).map((row) => row.tenant_name)).toEqual(['Ł "quoted" \\']);
  });

  it('are not sent again to a browser that has the current version', async () => {
    const etag = async (): Promise<unknown> => (await api.ask('viewer', 'GET', '/api/tenant/cron')).headers['etag'];
    const first = await etag();
    expect(await etag()).toBe(first);
    await report(worker, 1, { cron_tasks: '[]' });
    expect(await etag()).not.toBe(first);
  });
});

it('are reloaded only for tenants that reported', async () => {
  const named = (name: string) => t.db.update(tenants).set({ name }).where(eq(tenants.id, 2));
  await change(t.db.insert(tenantServices).values({ tenantId: 2, service: 'coursepro' }));
  const nameOf = async (id: number) => (await list()).find((row) => row.id === id)?.tenant_name;
  const before = await nameOf(2);
  // Unannounced: it would show up if all tenants were reloaded.
  await named('Unannounced');
  t.clock.advance(1000);
  await report(worker, 1, { tasks: [] });
  expect((await list()).find(({ id }) => id === 1)?.created).toBe(t.clock.now().toISOString());
  expect(await nameOf(2)).toBe(before);
  await change(t.db.delete(tenantServices).where(eq(tenantServices.tenantId, 2)));
  expect(await nameOf(2)).toBeUndefined();
  await named(before ?? '');
});

describe('the failed tasks of the fleet', () => {
  const failed = async () =>
    listCron.response.parse((await api.ask('viewer', 'GET', '/api/tenant/cron')).json()).failed;
  const log = (status: 'task_end' | 'task_fail' | 'task_dead', hour: number) => ({
    context: { status },
    message: `${status} at ${hour}`,
    e2e: { task_duration_in_seconds: 1 },
    datetime: `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`,
  });

  it('are those whose last run failed or died, newest first, whatever the order of their logs', async () => {
    t.clock.advance(1000);
    await report(worker, 1, {
      tasks: [
        task('well_again', { logs: [log('task_end', 9), log('task_fail', 8)] }),
        task('failing', { logs: [log('task_end', 5), log('task_fail', 7)] }),
        task('never_ran', { logs: [] }),
        task('dead', { logs: [{ ...log('task_dead', 8), message: 'x'.repeat(301) }] }),
      ],
    });
    const where = { id: 1, tenant_name: expect.any(String) as string, environment_name: 'eu-prod-wrk-02' };
    const at = (hour: number) => log('task_end', hour).datetime;
    expect(await failed()).toEqual({
      total: 2,
      tasks: [
        { ...where, group: 'Payments', task: 'dead', status: 'task_dead', message: 'x'.repeat(300), datetime: at(8) },
        {
          ...where,
          group: 'Payments',
          task: 'failing',
          status: 'task_fail',
          message: 'task_fail at 7',
          datetime: at(7),
        },
      ],
    });
  });

  it('disappear when the tenant is deleted or a later run succeeds', async () => {
    await change(t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, 1)));
    expect(await failed()).toEqual({ total: 0, tasks: [] });
    await change(t.db.update(tenants).set({ deletedAt: null }).where(eq(tenants.id, 1)));
    expect((await failed()).total).toBe(2);
    t.clock.advance(1000);
    await report(worker, 1, { tasks: [task('failing', { logs: [log('task_end', 9)] })] });
    expect(await failed()).toEqual({ total: 0, tasks: [] });
  });

  it('are limited to 500, with the total', async () => {
    t.clock.advance(1000);
    const names = Array.from({ length: 200 }, (_none, at) => `task_${at}`);
    const tasks = names.map((name) => task(name, { logs: [log('task_fail', 1)] }));
    await t.db.update(cronReports).set({ failed: [...tasks, ...tasks, ...tasks].flatMap((one) => failedRuns([one])) });
    await change(Promise.resolve());
    const answer = await failed();
    expect([answer.total, answer.tasks.length]).toEqual([600, 500]);
  });
});

describe('the tasks of a tenant', () => {
  it('are those of the last report, with its time [CRN-11] [CRN-12] [CRN-18]', async () => {
    expect(getTenantCron.path).toBe('/api/tenant/{id}/cron');
    t.clock.advance(1000);
    const tasks = [task('direct_debit_collect'), task('refund_retry')];
    await report(worker, 1, { tasks });
    const created = t.clock.now().toISOString();
    const expected = tasks.map((one) => ({
      ...one,
      environment_name: 'eu-prod-wrk-02',
      created,
      next_run: { at: expect.any(String) as string, zone: 'UTC', earliest: true },
      band: null,
    }));
    expect(await cronOf(1)).toEqual({ tasks: expected, created });
    await report(worker, 1, { tasks: [] }, new Date(t.clock.now().getTime() - 60_000));
    expect((await cronOf(1)).tasks).toHaveLength(2);
  });

  it('are empty without a report, and return 404 without the tenant', async () => {
    expect(await cronOf(2)).toEqual({ tasks: [], created: null });
    for (const id of ['99', '0', 'cron', '1e3'])
      expect((await api.ask('viewer', 'GET', `/api/tenant/${id}/cron`)).statusCode, id).toBe(404);
  });

  it('have the time of the oldest report of several environments', async () => {
    const [environment] = await t.db.select().from(environments).where(eq(environments.name, 'eu-prod-str-01'));
    await t.db
      .update(tenantServices)
      .set({ webEnvironmentId: environment?.id ?? 0 })
      .where(eq(tenantServices.service, 'strive'));
    const oldest = t.clock.now().toISOString();
    t.clock.advance(60_000);
    await report(strive, 1, { tasks: [task('push_members')] });
    expect(await cronOf(1)).toMatchObject({
      created: oldest,
      tasks: [
        { taskName: 'direct_debit_collect', environment_name: 'eu-prod-wrk-02', created: oldest },
        { taskName: 'refund_retry', environment_name: 'eu-prod-wrk-02', created: oldest },
        { taskName: 'push_members', environment_name: 'eu-prod-str-01', created: t.clock.now().toISOString() },
      ],
    });
  });
});

describe('a cron report', () => {
  const broken = (edit: (one: Record<string, unknown>) => void): object => {
    const one = structuredClone(task('x')) as unknown as Record<string, unknown>;
    edit(one);
    return { tasks: [one] };
  };
  it.each<[string, object]>([
    ['a list instead of text', { cron_tasks: [] }],
    ['a text that is too long', { cron_tasks: 'x'.repeat(100_001) }],
    ['too many tasks', { tasks: Array.from({ length: 201 }, () => task('x', { logs: [] })) }],
    ['an unknown key', { extra: 1 }],
    ['an unknown key in a task', broken((one) => (one['owner'] = 'me'))],
    ['no name', broken((one) => delete one['taskName'])],
    ['an unknown kind of time', broken((one) => (one['restrictions'] = { time: { type: 'never' } }))],
    ['an unknown status', broken((one) => (one['logs'] = [{ context: { status: 'ok' } }]))],
    [
      'a delay that is not a number',
      broken((one) => (one['restrictions'] = { time: { type: 'delay', minimum: 'x' } })),
    ],
  ])('with %s is refused', async (_what, entry) => {
    const before = await list();
    const answer = await report(worker, 1, entry);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(await list()).toEqual(before);
  });
});

it('stores a failure once when two consoles store reports of it concurrently', async () => {
  await t.db.delete(cronReports);
  await t.db.delete(cronIncidents);
  const now = t.clock.now();
  const entry = {
    cron_tasks: null,
    tasks: [task('direct_debit'), { ...task('direct_debit'), group: { name: 'Refunds' } }],
  };
  const store = (created: Date) =>
    inUnauditedTransaction(t, ({ db }) => putCronReports(db, [{ tenantId: 1, environmentId: 2, created, entry }], now));
  await Promise.all([store(now), store(new Date(now.getTime() - 1000)), store(now)]);
  const found = await t.db.select().from(cronIncidents);
  expect(found.map(({ what, taskGroup }) => `${what} ${taskGroup}`).toSorted()).toEqual([
    'failed Payments',
    'failed Refunds',
  ]);
});

it('stores a recovery once when consoles store reports of it concurrently', async () => {
  await t.db.delete(cronReports);
  await t.db.delete(cronIncidents);
  const now = t.clock.now();
  const store = (ms: number, tasks: ReturnType<typeof task>[]) =>
    inUnauditedTransaction(t, ({ db }) =>
      putCronReports(
        db,
        [
          {
            tenantId: 1,
            environmentId: 2,
            created: new Date(now.getTime() + ms),
            entry: { cron_tasks: null, tasks },
          },
        ],
        now,
      ),
    );
  for (let round = 0; round < 50; round += 10) {
    await store(round, [task('direct_debit')]);
    await Promise.all([1, 2, 3, 4, 5, 6].map((ms) => store(round + ms, [])));
    const recovered = eq(cronIncidents.what, 'recovered');
    expect(await t.db.$count(cronIncidents, recovered)).toBe(round / 10 + 1);
  }
});
