import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CronRow } from './calls.ts';
import { cronOverview } from './overview.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
let ids = 0;
const row = (part: Partial<CronRow> = {}): CronRow => ({
  id: (ids += 1),
  tenant_name: `Tenant ${ids}`,
  cron_tasks: '[]',
  environment_name: 'eu-prod-wrk-01',
  created: '2026-11-21T11:59:00Z',
  ...part,
});
/** JSON text of `count` tasks, each a minute longer than the previous one. */
const tasks = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, at) => ({
      task: `task ${at}`,
      elapsed: at * 60,
      elapsed_formatted: `${at} min`,
    })),
  );

describe('the running tasks', () => {
  it('are grouped by environment, longest first, ten per group [CRN-04] [CRN-05]', () => {
    const { groups, running } = cronOverview(
      [
        row({ cron_tasks: tasks(7) }),
        row({ cron_tasks: tasks(5) }),
        row({ cron_tasks: tasks(9), environment_name: 'us-prod-wrk-01' }),
      ],
      NOW,
    );
    expect(running).toBe(21);
    expect(groups.map(({ environment, total }) => [environment, total])).toEqual([
      ['us-prod-wrk-01', 9],
      ['eu-prod-wrk-01', 12],
    ]);
    expect(groups[1]?.tasks.map(({ elapsedText }) => elapsedText)).toEqual([
      '6 min',
      '5 min',
      '4 min',
      '4 min',
      '3 min',
      '3 min',
      '2 min',
      '2 min',
      '1 min',
      '1 min',
    ]);
  });

  it.each([
    [40, 0],
    [41, 31],
    [45, 35],
  ])('of %d in one environment hide %d: the line appears above 40 [CRN-06]', (count, more) => {
    expect(cronOverview([row({ cron_tasks: tasks(count) })], NOW).more).toBe(more);
  });

  it('hide none of more than 40 when all are requested [CRN-06]', () => {
    const rows = Array.from({ length: 5 }, (_, at) => row({ cron_tasks: tasks(9), environment_name: `wrk-${at}` }));
    expect(cronOverview(rows, NOW)).toMatchObject({ running: 45, more: 0 });
  });

  it('are marked when their report is older than 15 minutes', () => {
    const at = (created: string) => row({ created, cron_tasks: tasks(1) });
    const { groups, stale } = cronOverview([at('2026-11-21T11:45:00Z'), at('2026-11-21T11:44:59Z')], NOW);
    expect(groups[0]?.tasks.map((task) => task.stale)).toEqual([false, true]);
    expect(stale.map(({ created }) => created)).toEqual(['2026-11-21T11:44:59Z']);
  });
});

describe('the errors', () => {
  it.each([
    ['no report', { cron_tasks: null, created: null, environment_name: null }, 'Never reported'],
    ['no tasks in the report', { cron_tasks: null }, 'The report contains no tasks'],
    ['an empty text', { cron_tasks: ' ' }, 'The report contains no tasks'],
    ['broken JSON', { cron_tasks: '[{"task":"a","elapsed":1},{"ta' }, 'The report cannot be read'],
    ['no list', { cron_tasks: '{"task":"a"}' }, 'The report cannot be read'],
    ['JSON null', { cron_tasks: 'null' }, 'The report cannot be read'],
    ['entries that are not tasks', { cron_tasks: '[null]' }, 'The report cannot be read'],
    ['a task without a name', { cron_tasks: '[{"elapsed":1}]' }, 'The report cannot be read'],
    ['a time that is not a number', { cron_tasks: '[{"task":"a","elapsed":"long"}]' }, 'The report cannot be read'],
  ] as const)("include 'No data' for a tenant with %s [CRN-08]", (_what, part, detail) => {
    const tenant = row(part);
    expect(cronOverview([row(), tenant], NOW)).toMatchObject({
      running: 0,
      errors: [{ tenantId: tenant.id, tenantName: tenant.tenant_name, text: 'No data', detail }],
    });
  });

  it('exclude a tenant without running tasks', () => {
    expect(cronOverview([row()], NOW)).toEqual({ running: 0, groups: [], more: 0, errors: [], stale: [] });
  });

  it('never throw, whatever the text contains', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant('[{"task":"constructor","elapsed":"1e3"}]')), (text) => {
        const { running, errors } = cronOverview([row({ cron_tasks: text })], NOW);
        expect(errors.length === 0 || running === 0).toBe(true);
      }),
    );
  });
});
