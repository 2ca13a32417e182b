import type { CronLog } from '@mission-control/contract/cron/schema';
import { listTimeline } from '@mission-control/contract/timeline/calls';
import { TIMELINE_KINDS } from '@mission-control/contract/timeline/kinds';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { environments, tenants } from '../../fleet/tables.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { emptyAudit } from '../../platform/testing/empty-audit.ts';
import type { TestCtx } from '../../platform/testing/test-ctx.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { alertMembers, alertRules, alerts } from '../alerts/public.ts';
import { configItems } from '../config/public.ts';
import { addTenant, constant, createFleet, saveDiff } from '../config/testing/config-fleet.ts';
import { cronReports } from '../cron/public.ts';
import { monitors } from '../monitors/public.ts';
import { createReportApi, cronTask, type ReportApi } from '../reports/testing/report-api.ts';
import { runs } from '../runs/public.ts';
import { addTestWindow } from '../windows/testing/add-window.ts';
import { getTimeline } from './get-timeline.ts';
import { SOURCES } from './sources.ts';

const t = setUpTestCtx(createFleet);
let app: FastifyInstance;
let reports: ReportApi;
let token: string;
let id: number;
beforeAll(async () => {
  app = createFeatureApp(t);
  reports = createReportApi(t);
  token = await reports.tokenOf('eu-prod-worker');
});
afterAll(async () => {
  await app.close();
  await reports.close();
});
beforeEach(async () => {
  await emptyAudit(t.db);
  await t.db.delete(cronReports);
  t.clock.set('2026-11-21T12:00:00Z');
  id = await addTenant(t);
});

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);
async function entriesOf(query: z.input<NonNullable<typeof listTimeline.query>>, ctx = t.as({ role: 'viewer' })) {
  const answer = await getTimeline(ctx, listTimeline.query!.parse({ tenant: id, ...query }));
  return listTimeline.response.parse(answer).entries;
}
const lines = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
  entries.map((entry) => `${entry.at.slice(11, 16)} ${entry.text}`);
async function call(method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object): Promise<void> {
  const answer = await app.inject({
    method,
    url: `/api/tenant/${id}${path}`,
    headers: { authorization: 'operator' },
    ...(payload && { payload }),
  });
  expect(answer.body).not.toContain('"message"');
  expect(answer.statusCode).toBe(200);
}

describe('switches, log levels and services', () => {
  it('link to the tenant and to where they can be reverted', async () => {
    await call('PATCH', '', { status: false });
    await call('POST', '/loglevel', { new: 'DEBUG', return: '2026-11-21 15:00:00' });
    await call('DELETE', '/strive');
    const home = `/tenant/${id}`;
    expect(await entriesOf({ kinds: 'switch,log-level,tenant', order: 'oldest' })).toMatchObject([
      {
        kind: 'switch',
        text: 'Active switched off',
        meaning: 'warn',
        path: home,
        undo: { label: 'Switch back', path: home },
      },
      {
        kind: 'log-level',
        text: 'Log level DEBUG until 2026-11-21 15:00 UTC',
        path: home,
        undo: { label: 'Restore the log level', path: home },
      },
      { kind: 'tenant', text: 'Strive deleted', undo: { label: 'Restore the service', path: home } },
    ]);
  });

  it('name the bulk change that made them, whose page undoes it', async () => {
    await inTransaction(t.as({ name: 'tom' }), async ({ record }) => {
      const started = (bulk: number, action: string) => ({ bulk, action, part_of: `/bulk/${bulk}` });
      record({ action: 'bulk.started', subject: 'Cron off', after: started(7, 'cron'), topics: [] });
      record({ action: 'bulk.started', subject: 'Validate CoursePro', after: started(8, 'validate'), topics: [] });
      const after = { cron: false, part_of: '/bulk/7' };
      record({
        action: 'tenant.updated',
        subject: `Tenant ${id}`,
        tenantId: id,
        before: { cron: true },
        after,
        topics: [],
      });
    });
    expect(await entriesOf({})).toMatchObject([
      { text: 'Cron switched off, by a bulk change', undo: { label: 'Undo the bulk change', path: '/bulk/7' } },
    ]);
    expect(await entriesOf({ tenant: undefined, kinds: 'bulk' })).toMatchObject([
      { text: 'Validate CoursePro started', path: '/bulk/8', undo: null },
      { text: 'Cron off started', actor: 'tom', path: '/bulk/7', undo: { label: 'Undo', path: '/bulk/7' } },
    ]);
  });
});

describe('deploys and seeds', () => {
  const run = (more: Partial<typeof runs.$inferInsert>) => ({
    kind: 'deploy' as const,
    subject: 'coursepro 3.4, CoursePro 3 All to prod',
    facts: { app: 'coursepro', env: 'prod', version: '3.4' },
    startedBy: 'tom',
    startedAt: at('10:00'),
    endedAt: at('10:05'),
    outcome: 'succeeded' as const,
    owner: 'x',
    ...more,
  });
  beforeEach(() => t.db.delete(runs));

  it('appear at their start and at their end, with a link to roll a deploy back', async () => {
    const [deploy] = await t.db
      .insert(runs)
      .values([
        run({}),
        run({ subject: 'to staging', facts: { app: 'coursepro', env: 'staging' } }),
        run({
          kind: 'seed',
          subject: 'Brimham',
          facts: {},
          tenantId: id,
          startedAt: at('10:01'),
          endedAt: at('10:02'),
          outcome: 'failed',
        }),
        run({ kind: 'seed', subject: 'Another', facts: {} }),
        run({ subject: 'still on', startedAt: at('11:00'), endedAt: null, outcome: 'running' }),
        run({ kind: 'release', subject: 'not a change' }),
      ])
      .returning();
    const entries = await entriesOf({ kinds: 'deploy' });
    expect(lines(entries)).toEqual([
      '11:00 Deploy of still on started',
      '10:05 Deploy of coursepro 3.4, CoursePro 3 All to prod succeeded',
      '10:02 Seed of Brimham failed',
      '10:01 Seed of Brimham started',
      '10:00 Deploy of coursepro 3.4, CoursePro 3 All to prod started',
    ]);
    expect(entries[1]).toMatchObject({
      actor: 'tom',
      path: `/runs/${deploy?.id}`,
      undo: { label: 'Roll back', path: '/tools/deploy-release' },
    });
    expect(entries.filter(({ undo }) => undo !== null)).toHaveLength(1);
    expect(entries[2]).toMatchObject({ meaning: 'bad' });
    expect(await entriesOf({ tenant: undefined, kinds: 'deploy' })).toHaveLength(9);
  });

  it('are those of the servers of an environment; an app without a plan has none', async () => {
    await t.db.insert(runs).values([run({}), run({ facts: { app: 'insight', env: 'prod' }, subject: 'insight 2' })]);
    const plan = (name: string) =>
      name === 'coursepro'
        ? Promise.resolve({ hosts: { prod: ['eu-web-1'] } })
        : Promise.reject(new AppError('refused', `${name} has no plan.`));
    const ctx = {
      ...t.as({}),
      ports: { ...t.ports, releasePlans: { ...t.ports.releasePlans, plan } },
    } as unknown as TestCtx;
    const of = (query: object) => entriesOf({ tenant: undefined, kinds: 'deploy', ...query }, ctx);
    expect(await of({ server: 'eu-web-1' })).toHaveLength(2);
    expect(await of({ server: 'eu-web-2' })).toEqual([]);
    expect(await of({ environment: 1 })).toHaveLength(2);
    expect(await of({ environment: 3 })).toEqual([]);
  });
});

it('contains alerts about a tenant when they open and when they are resolved', async () => {
  const [rule] = await t.db
    .insert(alertRules)
    .values({
      name: 'Sites',
      kind: 'site-down',
      severity: 'critical',
      scope: {} as typeof alertRules.$inferInsert.scope,
      channels: [],
      enabled: true,
      updatedAt: at('09:00'),
      updatedBy: 'tom',
    })
    .returning();
  const base = { ruleId: rule?.id ?? 0, severity: 'critical' as const, since: at('09:00'), openedAt: at('09:01') };
  const [open] = await t.db
    .insert(alerts)
    .values([
      { ...base, cause: 'a', title: 'brimham is down', state: 'resolved', resolvedAt: at('09:30') },
      { ...base, cause: 'b', title: 'another is down' },
    ])
    .returning();
  const member = { subject: 'monitor:1', label: 'x', detail: 'x', link: '/monitor/1', since: at('09:00') };
  await t.db.insert(alertMembers).values({ ...member, alertId: open?.id ?? 0, tenantId: id });
  const entries = await entriesOf({ kinds: 'alert' });
  expect(lines(entries)).toEqual(['09:30 Alert resolved: brimham is down', '09:01 Alert: brimham is down']);
  expect(entries.map(({ meaning, path }) => [meaning, path])).toEqual([
    ['good', `/alerts/${open?.id}`],
    ['bad', `/alerts/${open?.id}`],
  ]);
  expect(await entriesOf({ tenant: undefined, environment: 2, kinds: 'alert' })).toHaveLength(2);
  expect(await entriesOf({ tenant: undefined, environment: 3, kinds: 'alert' })).toHaveLength(2);
  expect(await entriesOf({ tenant: undefined, kinds: 'alert' })).toHaveLength(3);
});

it('contains the maintenance windows of a tenant or an environment, including future ones', async () => {
  const scope = { tenants: [], environments: [], services: [] };
  t.clock.set('2026-11-21T09:00:00Z');
  await addTestWindow(t, { name: 'All', starts: '2026-11-21T09:10', minutes: 60 });
  await addTestWindow(t, { name: 'Own', starts: '2026-11-21T09:20', minutes: 10, scope: { ...scope, tenants: [id] } });
  await addTestWindow(t, {
    name: 'Other',
    starts: '2026-11-21T09:30',
    minutes: 10,
    scope: { ...scope, tenants: [id + 1] },
  });
  await addTestWindow(t, {
    name: 'Soap',
    starts: '2026-11-21T09:40',
    minutes: 10,
    scope: { ...scope, services: ['commsportal'] },
  });
  await addTestWindow(t, {
    name: 'Web',
    starts: '2026-11-21T09:50',
    minutes: 300,
    scope: { ...scope, environments: [1] },
  });
  t.clock.set('2026-11-21T12:00:00Z');
  const about = async (query: object) => lines(await entriesOf({ tenant: undefined, kinds: 'maintenance', ...query }));
  const ofTenant = (await about({ tenant: id })).filter((text) => !text.endsWith('Web'));
  expect(ofTenant).toEqual([
    '10:10 Maintenance ended: All',
    '09:30 Maintenance ended: Own',
    '09:20 Maintenance began: Own',
    '09:10 Maintenance began: All',
  ]);
  expect(await about({ environment: 1 })).toContain('09:50 Maintenance began: Web');
  expect(await about({ environment: 2 })).not.toContain('09:50 Maintenance began: Web');
  expect(await about({})).toHaveLength(9);
  expect(await about({ to: '2026-11-22T00:00:00.000Z' })).toContain('14:50 Maintenance ends: Web');
});

describe('cron and reports', () => {
  const log = (status: CronLog['context']['status'], time: string): CronLog => ({
    context: { status },
    message: 'm',
    e2e: { task_duration_in_seconds: 1 },
    datetime: at(time).toISOString(),
  });
  const task = (taskName: string, status: CronLog['context']['status'], time: string) =>
    cronTask(taskName, [log(status, time)], {
      restrictions: {
        time: { type: 'delay', minimum: 90 },
        run: { notBefore: null, notAfter: null },
        conditional: null,
      },
      execution: { chain: { frequency: 'daily', order: 1 } },
    });
  async function report(time: string, tasks: object[]): Promise<void> {
    if (at(time) > t.clock.now()) t.clock.set(at(time).toISOString());
    const entry = { tenant_id: id, cron_tasks: '[]', tasks };
    const answer = await reports.report(token, 'cron', reports.body([entry], at(time)));
    expect(answer.statusCode, answer.body).toBe(200);
  }

  it('tell when a task failed, once, and when it recovered', async () => {
    await report('12:00', [task('debit', 'task_end', '11:59')]);
    await report('12:05', [task('debit', 'task_fail', '12:03')]);
    await report('12:10', [task('debit', 'task_dead', '12:08'), task('mail', 'task_fail', '12:09')]);
    await report('12:15', [task('debit', 'task_end', '12:13'), task('mail', 'task_fail', '12:09')]);
    const entries = await entriesOf({ kinds: 'cron,report' });
    expect(lines(entries)).toEqual([
      '12:15 Cron task debit recovered on eu-prod-worker',
      '12:09 Cron task mail failed on eu-prod-worker',
      '12:03 Cron task debit failed on eu-prod-worker',
    ]);
    expect(entries.map(({ kind, meaning, path }) => [kind, meaning, path])).toEqual(
      ['good', 'bad', 'bad'].map((meaning) => ['cron', meaning, `/tenant/${id}/cron`]),
    );
    expect(await entriesOf({ tenant: undefined, environment: 2, kinds: 'cron' })).toHaveLength(3);
    expect(await entriesOf({ tenant: undefined, environment: 1, kinds: 'cron' })).toEqual([]);
  });

  it('tell that reports stopped, at the last one, and when they resumed', async () => {
    await report('12:00', []);
    t.clock.set(at('12:14').toISOString());
    expect(await entriesOf({ kinds: 'report' })).toEqual([]);
    t.clock.set(at('12:40').toISOString());
    const silent = await entriesOf({ kinds: 'report' });
    expect(lines(silent)).toEqual(['12:00 No cron report from eu-prod-worker']);
    expect(silent).toMatchObject([{ meaning: 'bad', path: `/tenant/${id}/cron`, tenant: { id } }]);
    expect(await entriesOf({ tenant: undefined, environment: 2, kinds: 'report' })).toHaveLength(1);
    expect(await entriesOf({ tenant: undefined, environment: 1, kinds: 'report' })).toEqual([]);
    await report('12:50', []);
    expect(lines(await entriesOf({ kinds: 'report' }))).toEqual([
      '12:50 Reports from eu-prod-worker resumed',
      '12:00 Reports from eu-prod-worker stopped',
    ]);
  });
});

describe('the dates of licences and certificates', () => {
  const saveExpiry = (value: string) =>
    saveDiff(t.as({ name: 'priya.shah', role: 'operator' }), id, { added: [constant('expires', value, 1)] }, 'licence');
  const coming = { kinds: 'date', from: '2026-11-21T12:00:00Z', to: '2027-02-20T00:00:00Z', order: 'oldest' } as const;
  const dates = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
    entries.map((one) => `${one.at.slice(0, 10)} ${one.text}`);

  it('in the future begin with the next one', async () => {
    await saveExpiry('2026-12-24');
    await t.db.insert(monitors).values(
      ['2027-01-05', '2026-12-01', '2027-06-01'].map((ends, index) => ({
        tenantId: id,
        service: 'coursepro',
        host: `${index}.coursepro.co.uk`,
        createdAt: t.clock.now(),
        certificateEnds: new Date(ends),
      })),
    );
    const entries = await entriesOf(coming);
    expect(dates(entries)).toEqual([
      '2026-12-01 Certificate of 1.coursepro.co.uk expires',
      '2026-12-24 Licence expires',
      '2027-01-05 Certificate of 0.coursepro.co.uk expires',
    ]);
    expect(entries[1]).toMatchObject({ meaning: 'warn', path: `/tenant/${id}/licence/config`, tenant: { id } });
    const pages = await Promise.all([1, 2].map((limit) => entriesOf({ ...coming, limit })));
    expect(pages.map((page) => page.length)).toEqual([1, 2]);
  });

  it('are those of the fleet, an environment and a tenant, ignoring invalid dates', async () => {
    await t.db.update(tenants).set({ licenceExpires: null });
    await t.db.delete(configItems);
    await t.db.delete(monitors);
    await t.db.update(tenants).set({ licenceExpires: '2026-11-20 23:59' }).where(eq(tenants.id, id));
    for (const licenceExpires of ['never', '2026-02-31', '2026-13-01'])
      await t.db
        .update(tenants)
        .set({ licenceExpires })
        .where(eq(tenants.id, await addTenant(t)));
    const past = [{ at: '2026-11-20T00:00:00.000Z', text: 'Licence expired', meaning: 'bad', path: `/tenant/${id}` }];
    for (const query of [{}, { tenant: undefined }, { tenant: undefined, environment: 3 }])
      expect(await entriesOf({ ...query, kinds: 'date' })).toMatchObject(past);
    const [unused] = await t.db
      .insert(environments)
      .values({ id: 99, name: 'unused', instanceId: 'i', groupName: 'g', regionId: 1, fqdn: 'x', type: 1 })
      .returning();
    expect(await entriesOf({ tenant: undefined, environment: unused?.id, kinds: 'date' })).toEqual([]);
    await t.db.update(tenants).set({ deletedAt: t.clock.now() });
    expect(await entriesOf({ tenant: undefined, kinds: 'date' })).toEqual([]);
    await t.db.update(tenants).set({ deletedAt: null });
  });
});

it('covers every kind', () => {
  expect([...new Set(SOURCES.flatMap(({ kinds }) => kinds))].toSorted()).toEqual([...TIMELINE_KINDS].toSorted());
});
