import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAlert, listAlerts } from '@mission-control/contract/alerts/calls';
import type { AlertChannel, AlertRow, AlertRule } from '@mission-control/contract/alerts/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { systemCtx } from '../../platform/context.ts';
import { announcedBy, isRefetched } from '../../platform/testing/announced-by.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { deliverDue, retryAfter } from './deliver/outbox.ts';
import { createEvaluator, type Evaluator } from './evaluate/evaluator.ts';
import { alertDeliveries } from './tables.ts';
import { addSites, allowLocal, downRule, failSite, healSite, startReceiver } from './testing/alert-fleet.ts';

const SECRET = 'a key of sixteen letters or more';
const t = setUpTestCtx(importSmallInventory);
let app: FastifyInstance;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let evaluator: Evaluator;
let sites: number[];
let channel: AlertChannel;
beforeAll(async () => {
  receiver = await startReceiver();
  allowLocal(t, receiver.port);
  app = createFeatureApp(t);
  sites = await addSites(t, 1, ['one.example', 'two.example', 'three.example', 'four.example']);
});
afterAll(async () => {
  await app.close();
  receiver.close();
});
beforeEach(async () => {
  t.clock.set('2026-11-21T09:00:00.000Z');
  await t.db.execute(sql`truncate alerts, alert_rules, alert_channels, alert_evaluator restart identity cascade`);
  for (const id of sites) await healSite(t, id);
  receiver.arrived.length = 0;
  receiver.statuses.length = 0;
  evaluator = createEvaluator(systemCtx(t, 'alerts'));
  channel = await add<AlertChannel>('alert-channel', {
    name: 'On call',
    enabled: true,
    settings: { kind: 'webhook', url: receiver.url, secret: SECRET },
  });
});

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, role = 'admin') {
  const answer = await app.inject({
    method,
    url: `/api/${path}`,
    headers: { authorization: role },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}
async function add<T>(path: string, payload: object): Promise<T> {
  const { status, body } = await send('POST', path, payload);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as T;
}
const addRule = (more = {}) => add<AlertRule>('alert-rule', downRule({ channels: [channel.id], ...more }));
const list = async (state = 'open') => (await send('GET', `alert?state=${state}`)).body['alerts'] as AlertRow[];

/** Advances the time with an evaluation every 2 s, as the process does. */
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += 2) {
    t.clock.advance(2_000);
    await evaluator.step();
  }
}
const deliver = () => deliverDue(systemCtx(t, 'alerts'));
const sentMessages = () => receiver.arrived.map(({ message }) => `${message.event} ${message.alert?.title}`);

describe('a site that is down', () => {
  it('opens one alert, which is sent, acknowledged, and resolved with its duration when the site recovers', async () => {
    await addRule();
    await evaluator.step();
    await failSite(t, sites[0] ?? 0);
    await pass(24);
    await deliver();
    const [alert] = await list();
    expect(alert).toMatchObject({ severity: 'critical', failing: 1, count: 1, acknowledged: null });
    expect(sentMessages()).toEqual([`opened Site down: ${alert?.members[0]?.label}`]);
    const path = `alert/${alert?.id}/acknowledgement`;
    expect(await send('POST', path, { until: null, note: 'On it' }, 'viewer')).toMatchObject({ status: 403 });
    expect(await send('POST', path, { until: null, note: 'On it' }, 'operator')).toMatchObject({
      status: 200,
      body: { state: 'acknowledged', acknowledged: { by: 'priya.shah', until: null, note: 'On it' } },
    });
    expect(await list('acknowledged')).toHaveLength(1);
    t.clock.set('2026-11-21T09:10:00.000Z');
    await healSite(t, sites[0] ?? 0);
    await pass(2);
    await deliver();
    const [resolved] = await list('resolved');
    expect(resolved).toMatchObject({ state: 'resolved', failing: 0, since: '2026-11-21T09:00:00.000Z' });
    expect(receiver.arrived.at(-1)?.message).toMatchObject({ event: 'resolved', alert: { length_seconds: 602 } });
    expect(await send('POST', path, { until: null, note: '' })).toMatchObject({ status: 409 });
  });

  it('is counted in the frame of every page while it is open', async () => {
    const count = async () => (await send('GET', 'alert/count', undefined, 'viewer')).body;
    await addRule();
    await evaluator.step();
    expect(await count()).toEqual({ open: 0, gravest: null });
    await failSite(t, sites[0] ?? 0);
    await pass(24);
    expect(await count()).toEqual({ open: 1, gravest: 'critical' });
    const [alert] = await list();
    await send('POST', `alert/${alert?.id}/acknowledgement`, { until: null, note: '' });
    expect(await count()).toEqual({ open: 0, gravest: null });
    await send('DELETE', `alert/${alert?.id}/acknowledgement`);
    expect(await count()).toEqual({ open: 1, gravest: 'critical' });
    await healSite(t, sites[0] ?? 0);
    await pass(2);
    expect(await count()).toEqual({ open: 0, gravest: null });
  });

  it('is found by its title, its rule and its host, in its own state only', async () => {
    await addRule({ name: 'Night watch' });
    await failSite(t, sites[0] ?? 0);
    await pass(24);
    for (const q of ['site%20down', 'NIGHT', 'one.example']) {
      expect(await list(`open&q=${q}`), q).toHaveLength(1);
      expect(await list(`resolved&q=${q}`), q).toEqual([]);
      expect(await list(`open&severity=notice&q=${q}`), q).toEqual([]);
    }
    expect(await list('open&q=day%20watch')).toEqual([]);
  });

  it('sends messages with a signature over timestamp and body, and an id that retries keep', async () => {
    await addRule();
    await failSite(t, sites[0] ?? 0);
    await pass(24);
    receiver.statuses.push(503, 302);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await deliver();
      await t.db.execute(sql`update alert_deliveries set due_at = now()`);
    }
    const [hook] = receiver.arrived;
    expect(receiver.arrived).toHaveLength(1);
    expect(hook?.headers['idempotency-key']).toBe(hook?.message.id);
    const timestamp = String(hook?.headers['x-mission-control-timestamp']);
    const expected = createHmac('sha256', SECRET).update(`${timestamp}.${hook?.body}`).digest('hex');
    expect(hook?.headers['x-mission-control-signature']).toBe(`v1=${expected}`);
    const [stored] = await t.db.select().from(alertDeliveries);
    expect(stored).toMatchObject({ state: 'sent', attempts: 3, outcome: 'Status 200', id: hook?.message.id });
  });

  it('sends nothing before enough checks have failed', async () => {
    await addRule({ limit: 5 });
    await failSite(t, sites[0] ?? 0, 4);
    await pass(30);
    expect(await list()).toEqual([]);
    await t.db.execute(sql`update monitor_outages set failures = 5 where ended_at is null`);
    await pass(24);
    expect(await list()).toHaveLength(1);
  });

  it('sends one message although a different process evaluates each step', async () => {
    await addRule();
    await failSite(t, sites[0] ?? 0);
    await pass(24);
    for (const processId of ['second', 'third']) {
      await t.db.execute(sql`update alert_evaluator set until = now()`);
      evaluator = createEvaluator({ ...systemCtx(t, 'alerts'), processId });
      await pass(30);
    }
    await deliver();
    expect(sentMessages()).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  it('shares one alert with three others on the same database host', async () => {
    await addRule();
    for (const [at, id] of sites.entries()) {
      await failSite(t, id);
      await pass(at < 3 ? 4 : 20);
    }
    await deliver();
    expect(sentMessages()).toEqual([expect.stringMatching(/^opened 4 sites down on database host eu-db-\d+$/)]);
    expect((await list())[0]).toMatchObject({ failing: 4, count: 4 });
  });

  it('in quiet hours sends its message when they end, or none if it has recovered by then', async () => {
    const quiet = { from: '22:00', to: '07:00', zone: 'Europe/London' };
    await addRule({ quiet });
    t.clock.set('2026-11-21T23:00:00.000Z');
    await failSite(t, sites[0] ?? 0);
    await pass(24);
    const [held] = await t.db.select().from(alertDeliveries);
    expect(held?.dueAt.toISOString()).toBe('2026-11-22T07:00:00.000Z');
    await healSite(t, sites[0] ?? 0);
    await pass(2);
    const [skipped, ...more] = await t.db.select().from(alertDeliveries);
    expect(skipped).toMatchObject({ state: 'skipped', attempts: 0 });
    expect(more).toEqual([]);
  });

  it('that comes and goes is reported as flapping, and then no more', async () => {
    await addRule();
    await evaluator.step();
    for (let round = 0; round < 6; round += 1) {
      await failSite(t, sites[0] ?? 0);
      await pass(24);
      await healSite(t, sites[0] ?? 0);
      await pass(4);
    }
    await deliver();
    while ((await deliver()) > 0);
    const events = receiver.arrived.map(({ message }) => message.event);
    expect(events).toEqual(['opened', 'resolved', 'opened', 'resolved', 'opened', 'resolved', 'flapping']);
    expect((await list())[0]).toMatchObject({ flapping: true, returns: 3, failing: 0 });
    await pass(2);
    t.clock.advance(31 * 60_000);
    await pass(4);
    expect((await list('resolved'))[0]).toMatchObject({ flapping: true });
  });

  it('sends a reminder when its acknowledgement expires', async () => {
    await addRule();
    await failSite(t, sites[0] ?? 0);
    await pass(24);
    const [alert] = await list();
    const until = '2026-11-21T10:00:00.000Z';
    await send('POST', `alert/${alert?.id}/acknowledgement`, { until, note: '' }, 'operator');
    await pass(2);
    expect(await list()).toEqual([]);
    t.clock.set(until);
    await pass(2);
    while ((await deliver()) > 0);
    expect(receiver.arrived.map(({ message }) => message.event)).toEqual(['opened', 'reminder']);
    expect(await list()).toHaveLength(1);
  });
});

describe('a rule', () => {
  it('applies only to the tenants, environments and regions of its scope', async () => {
    await addRule({ scope: { regions: [], environments: [], tenants: [2] } });
    await failSite(t, sites[0] ?? 0);
    await pass(24);
    expect(await list()).toEqual([]);
  });

  it('that is deleted, switched off or narrowed resolves its alerts', async () => {
    for (const end of ['DELETE', 'PUT'] as const) {
      const rule = await addRule();
      await failSite(t, sites[0] ?? 0);
      await pass(24);
      expect(await list()).toHaveLength(1);
      const body = end === 'PUT' ? downRule({ enabled: false, channels: [channel.id] }) : undefined;
      expect(await send(end, `alert-rule/${rule.id}`, body)).toMatchObject({ status: 200 });
      await pass(2);
      expect(await list()).toEqual([]);
      await healSite(t, sites[0] ?? 0);
    }
  });

  it('that is renamed is announced to the alerts that name it', async () => {
    const { id } = await addRule();
    const rename = (name: string) => () => send('PUT', `alert-rule/${id}`, downRule({ name, enabled: false }));
    expect(await isRefetched(t, listAlerts, { query: {} }, rename('Sites'))).toBe(true);
    expect(await isRefetched(t, getAlert, { params: { id: 1 } }, rename('All sites'))).toBe(true);
  });

  it('previews what the last week would have sent, and what it finds now', async () => {
    t.clock.set('2026-11-19T09:00:00.000Z');
    await failSite(t, sites[0] ?? 0);
    t.clock.set('2026-11-19T09:30:00.000Z');
    await healSite(t, sites[0] ?? 0);
    t.clock.set('2026-11-21T09:00:00.000Z');
    await failSite(t, sites[1] ?? 0);
    const { body } = await send('POST', 'alert-rule/preview', downRule());
    expect(body).toMatchObject({ now_count: 1, from: '2026-11-14T09:00:00.000Z' });
    const messages = body['messages'] as { at: string; event: string; title: string }[];
    expect(messages.filter(({ at }) => at.startsWith('2026-11-19')).map(({ event }) => event)).toEqual([
      'resolved',
      'opened',
    ]);
    // As the alert itself would be titled.
    expect(messages.at(-1)?.title).toMatch(/^Site down: .+ CoursePro, one\.example$/);
  });

  it.each([
    [{ limit: null }, 'limit'],
    [{ limit: 0 }, 'limit'],
    [{ minutes: 5 }, 'minutes'],
    [
      { kind: 'database-load', limit: 10, minutes: 5, scope: { regions: [], environments: [], tenants: [1] } },
      'scope.tenants',
    ],
    [{ quiet: { from: '22:00', to: '07:00', zone: 'Mars/Base' } }, 'quiet.zone'],
    [{ channels: [99] }, 'channels'],
  ])('with %j is refused', async (more, field) => {
    const { status, body } = await send('POST', 'alert-rule', { ...downRule(), ...more });
    expect(status).toBe(400);
    expect(Object.keys(body['fields'] as object)).toContain(field);
  });
});

it('rejects a stale save of a rule or a channel, which then changes nothing', async () => {
  const rule = await addRule();
  const settings = { kind: 'webhook', url: null, secret: null };
  const bodies = {
    [`alert-rule/${rule.id}`]: downRule({ name: 'Second' }),
    [`alert-channel/${channel.id}`]: { name: 'Second', enabled: true, settings },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const what = path.split('/')[0] ?? '';
    const stored = async () => {
      const { body: all } = await send('GET', what);
      return (all[what === 'alert-rule' ? 'rules' : 'channels'] as { name: string; updated_at: string }[])[0];
    };
    const read = await stored();
    t.clock.advance(1);
    expect(await send('PUT', `${path}?known=${read?.updated_at}`, { ...body, name: 'First' })).toMatchObject({
      status: 200,
    });
    expect(await send('PUT', `${path}?known=${read?.updated_at}`, body)).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringMatching(/has changed this in the meantime/) as string },
    });
    expect(await stored()).toMatchObject({ name: 'First' });
    expect(await send('PUT', `${path}?known=${(await stored())?.updated_at}`, body)).toMatchObject({ status: 200 });
    expect(await send('PUT', `${path}?known=yesterday`, body)).toMatchObject({ status: 400 });
  }
});

describe('a channel', () => {
  it('never exposes its secrets in a response or an audit event, and stores them encrypted', async () => {
    const { body } = await send('GET', 'alert-channel');
    const events = await t.db.select().from(auditEvents);
    const stored = await t.db.execute(sql`select * from alert_channels`);
    for (const text of [body, events, stored]) {
      expect(JSON.stringify(text)).not.toContain(SECRET);
      expect(JSON.stringify(text)).not.toContain('/alerts"');
    }
    expect(body['channels']).toMatchObject([{ name: 'On call', target: `127.0.0.1:${receiver.port}` }]);
  });

  it('is tested immediately, and reports why it failed', async () => {
    expect(await send('POST', `alert-channel/${channel.id}/test`)).toMatchObject({
      body: { state: 'sent', event: 'test' },
    });
    receiver.statuses.push(410);
    expect(await send('POST', `alert-channel/${channel.id}/test`)).toMatchObject({
      body: { state: 'given-up', outcome: 'The webhook responded with status 410.' },
    });
    const { body } = await send('GET', `alert-channel/${channel.id}/delivery`);
    expect(body['deliveries']).toMatchObject([{ state: 'given-up' }, { state: 'sent' }]);
  });

  it('is announced when its test begins, and again with the outcome', async () => {
    const announced = await announcedBy(t, () => send('POST', `alert-channel/${channel.id}/test`));
    expect(announced.filter((topic) => topic === TOPIC.alertChannels)).toHaveLength(2);
  });

  it('whose deletion drops messages is announced to the alerts that list them', async () => {
    const remove = () => send('DELETE', `alert-channel/${channel.id}`);
    expect(await isRefetched(t, getAlert, { params: { id: 1 } }, remove)).toBe(true);
  });

  it('keeps its secrets when saved without them, unless its destination changes', async () => {
    const settings = { kind: 'webhook', url: null, secret: null };
    const renamed = { name: 'Renamed', enabled: true, settings };
    expect(await send('PUT', `alert-channel/${channel.id}`, renamed)).toMatchObject({ body: { name: 'Renamed' } });
    expect(await send('POST', `alert-channel/${channel.id}/test`)).toMatchObject({ body: { state: 'sent' } });
    const elsewhere = { ...renamed, settings: { ...settings, url: 'https://elsewhere.example/' } };
    expect(await send('PUT', `alert-channel/${channel.id}`, elsewhere)).toMatchObject({ status: 400 });
  });

  it('that was deleted receives nothing more', async () => {
    await addRule();
    await failSite(t, sites[0] ?? 0);
    await pass(24);
    await send('DELETE', `alert-channel/${channel.id}`);
    await deliver();
    expect(receiver.arrived).toEqual([]);
    expect((await t.db.select().from(alertDeliveries))[0]).toMatchObject({ state: 'skipped' });
  });
});

it('doubles the delay after each failed attempt, up to an hour', () => {
  expect([1, 2, 3, 10, 11, 50].map(retryAfter)).toEqual([5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000]);
});

it('records every change of rules, channels and acknowledgements', async () => {
  const rule = await addRule();
  await send('PUT', `alert-rule/${rule.id}`, downRule());
  await send('DELETE', `alert-rule/${rule.id}`);
  await send('DELETE', `alert-channel/${channel.id}`);
  const events = await t.db.select({ action: auditEvents.action }).from(auditEvents).orderBy(auditEvents.id);
  expect(events.slice(-5).map(({ action }) => action)).toEqual([
    'alert-channel.added',
    'alert-rule.added',
    'alert-rule.changed',
    'alert-rule.deleted',
    'alert-channel.deleted',
  ]);
});
