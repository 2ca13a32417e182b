import type { CronLog, CronTask } from '@mission-control/contract/cron/schema';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { tenantServices } from '../../../fleet/tables.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { importCronReports } from '../../cron/public.ts';
import { importSmallInventory } from '../../inventory/testing/small-inventory.ts';
import { cronTask } from '../../reports/testing/report-api.ts';
import { KINDS } from './kinds.ts';

const t = setUpTestCtx(importSmallInventory);

const END = Date.parse('2026-11-21T12:00:00.000Z');
const log = (minutes: number, seconds: number, status: CronLog['context']['status'] = 'task_end'): CronLog => ({
  context: { status },
  message: `Run of ${seconds} s`,
  e2e: { task_duration_in_seconds: seconds },
  datetime: new Date(END - minutes * 60_000).toISOString(),
});
const usual = Array.from({ length: 20 }, (_, at) => log(20 + at * 20, 60));
const task = (taskName: string, first: CronLog, more: Partial<CronTask> = {}) =>
  cronTask(taskName, [first, ...usual], more);

const running = JSON.stringify([{ task: 'hangs', elapsed: 7_300, elapsed_formatted: '02:01:40' }]);
const report = (tasks: CronTask[]) =>
  inUnauditedTransaction(t, ({ db }) =>
    importCronReports(
      db,
      {
        cron: [{ tenant: 'b', environment: 'w', created: new Date(END).toISOString(), cron_tasks: running, tasks }],
      },
      { tenants: new Map([['b', 1]]), environments: new Map([['w', 2]]) },
    ),
  );
const found = async (kind: keyof typeof KINDS, limit: number | null, now = END) => {
  const { load, fires } = KINDS[kind];
  const problems = await load(t.db, { now: new Date(now), min: limit ?? 0, max: limit ?? 0 });
  return problems
    .filter((problem) => fires(problem, { limit, minutes: null }))
    .map(({ subject, values }) => [subject.split(':').at(-1), values[0]]);
};

it('reads the problems of tasks that rules ask for, with how far a run is outside its band', async () => {
  const tasks = [
    task('fails', log(5, 60, 'task_fail')),
    task('dies', log(5, 60, 'task_dead')),
    task('hurries', log(5, 6)),
    task('hangs', log(5, 60)),
    task('sleeps', log(18, 60), { schedule: { cron: '43 11 * * *', zone: 'UTC' } }),
    task('is_late', log(19, 60), {
      restrictions: { time: { type: 'delay', minimum: 1 }, run: null, conditional: null },
    }),
  ];
  await report(tasks);
  expect(await found('cron-failed', null)).toEqual([['fails', 0]]);
  expect(await found('cron-dead', null)).toEqual([['dies', 0]]);
  expect(await found('cron-too-short', 50)).toEqual([['hurries', 90]]);
  expect(await found('cron-too-short', 95)).toEqual([]);
  expect((await found('cron-longer', 100)).map(([name]) => name)).toEqual(['hangs']);
  expect(await found('cron-longer', 20_000)).toEqual([]);
  expect(await found('cron-not-started', null)).toEqual([['sleeps', 0]]);
  expect(await found('cron-overdue', null)).toEqual([['is_late', 0]]);
  // In minutes of the run, whatever its band.
  expect(await found('cron-too-long', 120)).toEqual([['hangs', 121]]);
  expect(await found('cron-too-long', 122)).toEqual([]);
});

it('reads no problems from a report about an environment that the tenant has left', async () => {
  await report([task('fails', log(5, 60, 'task_fail'))]);
  const now = END + 31 * 60_000;
  const problems = async () => [
    ...(await found('cron-failed', null, now)),
    ...(await found('cron-too-long', 120, now)),
    ...(await found('reports-silent', 30, now)),
  ];
  expect(await problems()).toEqual([
    ['fails', 0],
    ['hangs', 121],
    ['2', 31],
  ]);
  const places = { webEnvironmentId: 1, workerEnvironmentId: 1, snsEnvironmentId: 1 };
  await t.db.update(tenantServices).set(places).where(eq(tenantServices.tenantId, 1));
  expect(await problems()).toEqual([]);
});
