import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import { inventoryFaults } from '@mission-control/contract/inventory/rules';
import { inventorySchema, type Inventory } from '@mission-control/contract/inventory/schema';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importInventory } from '../../features/inventory/public.ts';
import { smallInventory } from '../../features/inventory/testing/small-inventory.ts';
import { monitors as monitorTable } from '../../features/monitors/tables.ts';
import { summarize } from '../../features/monitors/charts/queries-rings.ts';
import { findAuditFault } from '../../platform/audit/verify.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { PAST } from './past.ts';
import { createFeatureApp } from '../testing/feature-app.ts';

const HOST = 'brimham-active.coursepro.co.uk';
const UNTIL = '2026-11-21T08:35:00.000Z';
const done = { started_by: 'Tom Okafor', aborted_by: null, tenant: null } as const;

const history = (): InventoryHistory => ({
  until: UNTIL,
  monitors: [
    {
      host: HOST,
      six_hours: Array.from({ length: 360 }, () => 100),
      hours: Array.from({ length: 168 }, () => 120),
      ten_minutes: Array.from({ length: 144 }, () => 140),
      outages: [
        { started_at: '2026-10-01T10:00:00.000Z', ended_at: '2026-10-01T16:00:00.000Z', error: 'Connection refused' },
        { started_at: '2026-11-21T07:00:00.000Z', ended_at: '2026-11-21T07:30:00.000Z', error: '503, expected 200' },
      ],
    },
  ],
  databases: [{ name: 'eu-db-03', connections: Array.from({ length: 1440 }, () => 7) }],
  cron: [
    {
      tenant: 'Brimham Active',
      environment: 'eu-prod-wrk-02',
      created: UNTIL,
      cron_tasks: '[{"task":"rebuild_search","elapsed":75,"elapsed_formatted":"00:01:15"}]',
      tasks: [
        {
          group: { name: 'Maintenance' },
          taskName: 'rebuild_search',
          restrictions: { time: { type: 'always' }, run: null, conditional: null },
          execution: { chain: null },
          state: { status_text: 'Running', finished_fuzzy: 'an hour ago' },
          logs: [
            {
              context: { status: 'task_fail' },
              message: 'The index could not be locked.',
              e2e: { task_duration_in_seconds: 3.5 },
              datetime: '2026-11-21T07:35:00.000Z',
            },
          ],
        },
      ],
    },
  ],
  runs: [
    {
      ...done,
      kind: 'deploy',
      subject: 'bg 2.31.0, API to dev',
      facts: { app: 'bg', version: '2.31.0' },
      outcome: 'failed',
      error: 'bg-api is not healthy.',
      started_at: '2026-11-03T10:00:00.000Z',
      ended_at: '2026-11-03T10:02:00.000Z',
      output: [
        { at: '2026-11-03T10:00:01.000Z', text: '[1/5] Choose the artifacts\n' },
        { at: '2026-11-03T10:01:00.000Z', text: 'unhealthy\n' },
      ],
    },
    {
      ...done,
      kind: 'seed',
      subject: 'Brimham Active',
      facts: { tenant: 'Brimham Active' },
      tenant: 'Brimham Active',
      outcome: 'succeeded',
      error: null,
      started_at: '2026-10-03T10:00:00.000Z',
      ended_at: '2026-10-03T10:00:30.000Z',
      output: [],
    },
  ],
  served: [{ service: 'bg-api', env: 'dev', version: '2.30.4', at: '2026-10-20T10:00:00.000Z', by: 'Tom Okafor' }],
  brandings: [
    {
      tenant: 'Brimham Active',
      colors: { primary: '#1f6f5c', secondary: '#f4a259', background: '#ffffff' },
      content: { en: words('Find your centre'), cy: words('Dod o hyd i ganolfan') },
      branch: 'main',
      updated_at: '2026-11-02T10:00:00.000Z',
      updated_by: 'Priya Shah',
    },
  ],
  changes: [
    {
      at: '2026-11-05T10:00:00.000Z',
      actor: 'Priya Shah',
      action: 'tenant.updated',
      subject: 'Brimham Active',
      tenant: 'Brimham Active',
      before: { active: true },
      after: { active: false },
    },
    {
      at: '2026-11-04T10:00:00.000Z',
      actor: 'Amelia Hart',
      action: 'inventory.checked',
      subject: 'fleet',
      tenant: null,
    },
  ],
});

function words(title: string) {
  return {
    find_a_center_title: title,
    find_a_center_text: '',
    terms_link_external: '',
    privacy_policy_link_external: '',
  };
}

const withHistory = (change: (past: InventoryHistory) => void = () => undefined): Inventory => {
  const past = history();
  change(past);
  return { ...smallInventory(), history: past };
};

let t: TestCtx;
let app: FastifyInstance;
beforeAll(async () => {
  t = await createTestCtx();
  app = createFeatureApp(t);
  await importInventory(t, inventorySchema.parse(withHistory()), PAST);
});
afterAll(async () => {
  await app.close();
  await t.close();
});

async function read<T>(url: string): Promise<T> {
  const answer = await app.inject({ url, headers: { authorization: 'admin' } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

type Chart = { values: (number | null)[] };
interface MonitorAnswer {
  monitor: Record<string, unknown> & {
    uptimepc: number;
    averageLatency: number;
    uptimeData: Chart;
    latencyData: Chart;
  };
  outages: { error: string; failures: number }[];
}

describe('the history of an inventory', () => {
  it('shows the uptime of a domain in every range, and its outages', async () => {
    const { monitors } = await read<{ monitors: MonitorAnswer['monitor'][] }>('/api/monitor');
    expect(monitors).toHaveLength(1);
    expect(monitors[0]).toMatchObject({
      host: HOST,
      status: 1,
      response_time: 140,
      last_online: '2026-11-21T08:35:00.000Z',
    });
    const of = (range: string) => read<MonitorAnswer>(`/api/monitor/1?range=${range}`);
    const day = await of('24h');
    expect(day.monitor.averageLatency).toBe(140);
    expect(day.monitor.uptimepc).toBeCloseTo(100 - (30 / 1410) * 100, 0);
    const week = await of('7d');
    expect(week.monitor.averageLatency).toBe(120);
    expect(week.monitor.latencyData.values.slice(5, -2)).not.toContain(null);
    const month = await of('30d');
    expect(month.monitor.uptimeData.values.filter((value) => value === null)).toEqual([]);
    const quarter = await of('90d');
    expect(quarter.monitor.uptimeData.values.filter((value) => value !== null).length).toBeGreaterThanOrEqual(29);
    // Six hours of 90 days, and half an hour.
    expect(quarter.monitor.uptimepc).toBeCloseTo(100 - (6.5 / (90 * 24)) * 100, 1);
    expect(quarter.outages.map(({ error, failures }) => [error, failures])).toEqual([
      ['503, expected 200', 30],
      ['Connection refused', 360],
    ]);
  });

  it('keeps the imported history in the list after a roll-up', async () => {
    const before = await read<{ monitors: MonitorAnswer['monitor'][] }>('/api/monitor');
    const since = { day: new Date('2026-10-22T00:00:00Z'), hour: new Date('2026-11-20T07:00:00Z') };
    await t.db.transaction((db) => summarize(db, [1], since));
    const after = await read<{ monitors: MonitorAnswer['monitor'][] }>('/api/monitor');
    expect(before.monitors[0]?.uptimeData.values).not.toContain(null);
    expect(after.monitors).toEqual(before.monitors);
  });

  it('shows the running and the failed tasks of the cron, and the log of each', async () => {
    const [past] = history().cron;
    const fleet = await read<{ tenants: object[]; failed: { total: number; tasks: object[] } }>('/api/tenant/cron');
    expect(fleet.tenants).toContainEqual(
      expect.objectContaining({ id: 1, cron_tasks: past?.cron_tasks, environment_name: 'eu-prod-wrk-02' }),
    );
    expect(fleet.failed.tasks).toMatchObject([{ id: 1, task: 'rebuild_search', status: 'task_fail' }]);
    expect(await read('/api/tenant/1/cron')).toMatchObject({ created: UNTIL, tasks: past?.tasks });
  });

  it('shows the load of a database host', async () => {
    const { databases } = await read<{ databases: { db_activity_average: number; db_activity_data: number[] }[] }>(
      '/api/database',
    );
    expect(databases[0]).toMatchObject({ db_activity_average: 7 });
    expect(databases[0]?.db_activity_data.length).toBeGreaterThan(100);
  });

  it('lists the runs in the order of their start, with their output', async () => {
    const { runs } = await read<{ runs: { id: number; subject: string; outcome: string }[] }>('/api/run');
    expect(runs.map(({ id, subject, outcome }) => [id, subject, outcome])).toEqual([
      [2, 'bg 2.31.0, API to dev', 'failed'],
      [1, 'Brimham Active', 'succeeded'],
    ]);
    const { pieces } = await read<{ pieces: { text: string }[] }>('/api/run/2/output');
    expect(pieces.map(({ text }) => text).join('')).toBe('[1/5] Choose the artifacts\nunhealthy\n');
  });

  it('shows the served versions, without one to roll back to', async () => {
    const { versions } = await read<{ versions: { service: string; env: string }[] }>('/api/environment/versions');
    expect(versions.find(({ service, env }) => service === 'bg-api' && env === 'dev')).toMatchObject({
      version: '2.30.4',
      deployed_by: 'Tom Okafor',
      previous: null,
    });
  });

  it('shows the saved branding', async () => {
    const { data } = await read<{ data: { colors: { primary: string } } }>('/api/tenant/1/homeportal2/branding');
    expect(data.colors.primary).toBe('#1f6f5c');
  });

  it('shows the changes with their authors in chronological order, in an intact chain', async () => {
    const { events } = await read<{ events: { at: string; actor: string; action: string; request_id: string }[] }>(
      '/api/audit',
    );
    const past = events.filter((event) => event.request_id === 'inventory').toReversed();
    expect(past.map(({ actor, action }) => `${actor}: ${action}`)).toEqual([
      'Tom Okafor: run.started',
      'Tom Okafor: run.ended',
      'Tom Okafor: run.started',
      'Tom Okafor: run.ended',
      'Amelia Hart: inventory.checked',
      'Priya Shah: tenant.updated',
    ]);
    expect(past.map(({ at }) => at)).toEqual(past.map(({ at }) => at).toSorted());
    expect(events[0]).toMatchObject({ action: 'inventory.imported', after: { past_events: 6 } });
    expect(await findAuditFault(t.db)).toBeNull();
  });
});

describe('a domain that is down when the history ends', () => {
  it.each([
    ['answered until it went down', '2026-11-21T07:00:00.000Z', '2026-11-21T07:00:00.000Z'],
    ['never answered', '2026-08-01T00:00:00.000Z', null],
  ])('%s', async (_, since, lastOnline) => {
    const own = await createTestCtx();
    const past = withHistory((one) => {
      one.monitors[0]!.outages = [{ started_at: since, ended_at: null, error: '503, expected 200' }];
    });
    await importInventory(own, inventorySchema.parse(past), PAST);
    const [monitor] = await own.db.select().from(monitorTable);
    expect(monitor?.lastOnline?.toISOString() ?? null).toBe(lastOnline);
    expect(monitor).toMatchObject({ status: 0, lastOffline: new Date(UNTIL) });
    await own.close();
  });
});

describe('an inconsistent history', () => {
  it.each<[string, (past: InventoryHistory) => void]>([
    ['history.monitors[0].host: there is no "other.example"', (past) => (past.monitors[0]!.host = 'other.example')],
    ['history.databases[0].name: there is no "no-db"', (past) => (past.databases[0]!.name = 'no-db')],
    ['history.cron[0].tenant: there is no "Nobody"', (past) => (past.cron[0]!.tenant = 'Nobody')],
    ['history.cron[0].environment: there is no "no-env"', (past) => (past.cron[0]!.environment = 'no-env')],
    [
      'history.cron: "Brimham Active on eu-prod-wrk-02" occurs twice',
      (past) => past.cron.push(structuredClone(past.cron[0]!)),
    ],
    ['history.runs[1].tenant: there is no "Nobody"', (past) => (past.runs[1]!.tenant = 'Nobody')],
    ['history.brandings[0].tenant: there is no "Nobody"', (past) => (past.brandings[0]!.tenant = 'Nobody')],
    [
      'history.changes[0]: 2026-11-21T08:35:00.000Z is before 2026-12-01T00:00:00.000Z',
      (past) => (past.changes[0]!.at = '2026-12-01T00:00:00.000Z'),
    ],
    [
      'history.runs[1]: 2026-10-01T00:00:00.000Z is before 2026-10-03T10:00:00.000Z',
      (past) => (past.runs[1]!.ended_at = '2026-10-01T00:00:00.000Z'),
    ],
    [
      'history.monitors[0].outages: the one of 2026-10-01T10:00:00.000Z has not ended, but is not the last',
      (past) => (past.monitors[0]!.outages[0]!.ended_at = null),
    ],
    [
      'history.monitors: "brimham-active.coursepro.co.uk" occurs twice',
      (past) => past.monitors.push(past.monitors[0]!),
    ],
  ])('is rejected: %s', (fault, change) => {
    expect(inventoryFaults(withHistory(change))).toEqual([fault]);
  });
});
