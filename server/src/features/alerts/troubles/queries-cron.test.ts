import type { CronTask } from '@mission-control/contract/cron/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { createTestCtx, type TestCtx } from '../../../platform/testing/test-ctx.ts';
import { importCronReports } from '../../cron/public.ts';
import { importInventory } from '../../inventory/public.ts';
import { smallInventory } from '../../inventory/testing/small-inventory.ts';
import { KINDS } from './kinds.ts';

let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
  await importInventory(t, smallInventory());
});
afterAll(() => t.close());

const END = Date.parse('2026-11-21T12:00:00.000Z');
const log = (minutes: number, seconds: number, status: 'task_end' | 'task_fail' | 'task_dead' = 'task_end') => ({
  context: { status },
  message: `Run of ${seconds} s`,
  e2e: { task_duration_in_seconds: seconds },
  datetime: new Date(END - minutes * 60_000).toISOString(),
});
const task = (taskName: string, first: ReturnType<typeof log>, more: Partial<CronTask> = {}): CronTask => ({
  group: { name: 'Payments' },
  taskName,
  restrictions: { time: { type: 'always' }, run: null, conditional: null },
  execution: { chain: null },
  state: { status_text: 'Waiting', finished_fuzzy: '' },
  logs: [first, ...Array.from({ length: 20 }, (_, at) => log(20 + at * 20, 60))],
  ...more,
});

it('reads the troubles of tasks that rules ask for, with how far a run is outside its band', async () => {
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
  const running = JSON.stringify([{ task: 'hangs', elapsed: 7_300, elapsed_formatted: '02:01:40' }]);
  const report = (created: number, cron_tasks: string) =>
    inUnauditedTransaction(t, ({ db }) =>
      importCronReports(
        db,
        { cron: [{ tenant: 'b', environment: 'w', created: new Date(created).toISOString(), cron_tasks, tasks }] },
        { tenants: new Map([['b', 1]]), environments: new Map([['w', 2]]) },
      ),
    );
  await report(END, running);
  const now = new Date(END);
  const found = async (kind: keyof typeof KINDS, limit: number | null) => {
    const { load, fires } = KINDS[kind];
    const troubles = await load(t.db, { now, least: limit ?? 0, most: limit ?? 0 });
    return troubles
      .filter((trouble) => fires(trouble, { limit, minutes: null }))
      .map(({ subject, values }) => [subject.split(':').at(-1), values[0]]);
  };
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
