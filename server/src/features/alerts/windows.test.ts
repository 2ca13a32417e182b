import type { RuleInput } from '@mission-control/contract/alerts/schema';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { systemCtx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { addTestWindow, endTestWindows } from '../windows/testing/add-window.ts';
import { createEvaluator, type Evaluator } from './evaluate/evaluator.ts';
import { previewAlertRule } from './preview-rule.ts';
import { addAlertRule, deleteAlertRule } from './save-rule.ts';
import { alertChannels, alertDeliveries, alerts } from './tables.ts';
import { addSites, downRule, failSite, healSite } from './testing/alert-fleet.ts';

const t = setUpTestCtx(importSmallInventory);
let evaluator: Evaluator;
let sites: number[];
let rule: RuleInput;
let ruleId: number;
beforeAll(async () => void (sites = await addSites(t, 1, ['one.example', 'two.example'])));
beforeEach(async () => {
  t.clock.set('2026-11-21T09:00:00.000Z');
  await t.db.execute(sql`truncate alerts, alert_rules, alert_channels, alert_evaluator restart identity cascade`);
  await t.db.execute(sql`truncate maintenance_windows, window_times, window_switches, monitor_outages`);
  for (const id of sites) await healSite(t, id);
  const stamp = { updatedAt: t.clock.now(), updatedBy: 'priya.shah' };
  const channel = { name: 'On call', kind: 'slack', enabled: true, target: 'chat.example', ...stamp } as const;
  const [stored] = await t.db.insert(alertChannels).values(channel).returning();
  rule = downRule({ channels: [stored?.id ?? 0] });
  ruleId = (await addAlertRule(ctx(), rule)).id;
  evaluator = createEvaluator(ctx());
});

const ctx = () => systemCtx(t, 'alerts');
const site = (at: number): number => sites[at] ?? 0;
/** From 09:10 to 09:40, for a tenant. */
const plan = (tenant = 1, services: string[] = []) =>
  addTestWindow(t, {
    starts: '2026-11-21T09:10',
    minutes: 30,
    scope: { tenants: [tenant], environments: [], services: services as [] },
  });

/** Evaluates every 10 s until a time of day. */
async function until(time: string): Promise<void> {
  const end = Date.parse(`2026-11-21T${time}:00.000Z`);
  while (t.clock.now().getTime() < end) {
    t.clock.advance(10_000);
    await evaluator.step();
  }
}
const messages = async () =>
  (
    await t.db
      .select({ event: alertDeliveries.event, message: alertDeliveries.message })
      .from(alertDeliveries)
      .orderBy(alertDeliveries.number)
  ).map(({ event, message }) => `${event} ${message.at.slice(11, 16)}`);
const states = async () => (await t.db.select({ state: alerts.state }).from(alerts)).map(({ state }) => state);

it('sends nothing about an outage that begins and ends in a window', async () => {
  await plan();
  await until('09:12');
  await failSite(t, site(0));
  await until('09:30');
  await healSite(t, site(0));
  await until('10:00');
  expect(await messages()).toEqual([]);
  expect(await states()).toEqual([]);
});

it('reports an outage that began in a window after the window, if it is still going on', async () => {
  await plan();
  await until('09:12');
  await failSite(t, site(0));
  await until('09:39');
  expect(await states()).toEqual([]);
  await until('09:45');
  expect(await messages()).toEqual(['opened 09:40']);
});

it('does not change an open alert while the site comes and goes, and reports its end after the window', async () => {
  await plan();
  await failSite(t, site(0));
  await until('09:11');
  expect(await messages()).toEqual(['opened 09:00']);
  for (const time of ['09:15', '09:20', '09:25', '09:30']) {
    await healSite(t, site(0));
    await until(time);
    await failSite(t, site(0));
    await until(`${time.slice(0, 4)}${Number(time.slice(4)) + 2}`);
  }
  await healSite(t, site(0));
  await until('09:39');
  expect(await messages()).toEqual(['opened 09:00']);
  expect(await states()).toEqual(['open']);
  await until('09:45');
  expect(await messages()).toEqual(['opened 09:00', 'resolved 09:40']);
});

it('sends no reminder of an acknowledged alert before the window is over', async () => {
  await plan();
  await failSite(t, site(0));
  await until('09:05');
  await t.db.update(alerts).set({ state: 'acknowledged', acknowledgedUntil: new Date('2026-11-21T09:20:00.000Z') });
  await until('09:39');
  expect(await messages()).toEqual(['opened 09:00']);
  await until('09:42');
  expect(await messages()).toEqual(['opened 09:00', 'reminder 09:40']);
});

it('leaves an alert resolved that ended in the window after its acknowledgement had expired', async () => {
  await plan();
  await failSite(t, site(0));
  await until('09:05');
  await t.db.update(alerts).set({ state: 'acknowledged', acknowledgedUntil: new Date('2026-11-21T09:20:00.000Z') });
  await until('09:30');
  await healSite(t, site(0));
  await until('09:42');
  expect(await messages()).toEqual(['opened 09:00', 'resolved 09:40']);
  expect(await states()).toEqual(['resolved']);
  await failSite(t, site(0));
  await until('09:44');
  expect(await messages()).toEqual(['opened 09:00', 'resolved 09:40', 'opened 09:42']);
});

it('is respected by the next evaluator', async () => {
  await plan();
  await failSite(t, site(0));
  await until('09:15');
  await healSite(t, site(0));
  await t.db.execute(sql`update alert_evaluator set until = now()`);
  evaluator = createEvaluator({ ...ctx(), processId: 'second' });
  await until('09:39');
  expect(await messages()).toEqual(['opened 09:00']);
  await until('09:42');
  expect(await messages()).toEqual(['opened 09:00', 'resolved 09:40']);
});

it.each([
  [2, []],
  [1, ['homeportal']],
])('holds back nothing else: a window for tenant %i and services %j', async (tenant, services) => {
  await plan(tenant, services);
  await until('09:12');
  await failSite(t, site(0));
  await until('09:14');
  expect(await messages()).toEqual(['opened 09:12']);
});

it('does not hold back the end of alerts whose rule is deleted', async () => {
  await plan();
  await failSite(t, site(0));
  await until('09:15');
  await deleteAlertRule(ctx(), ruleId);
  await until('09:16');
  expect(await states()).toEqual(['resolved']);
});

it('reports an outage as soon as its window is ended early', async () => {
  await plan();
  await until('09:12');
  await failSite(t, site(0));
  await until('09:20');
  await endTestWindows(t);
  await until('09:22');
  expect(await messages()).toEqual(['opened 09:20']);
});

it('is respected by the preview of a rule', async () => {
  await plan();
  await until('09:12');
  await failSite(t, site(0));
  await until('09:20');
  expect(await previewAlertRule(ctx(), rule)).toMatchObject({ count: 0, now_count: 0 });
  await healSite(t, site(0));
  await failSite(t, site(1));
  await until('09:50');
  const preview = await previewAlertRule(ctx(), rule);
  expect(preview.now_count).toBe(1);
  // The first ended in the window; the second was still going on at its end.
  expect(preview.messages.map(({ event, at }) => `${event} ${at.slice(11, 16)}`)).toEqual(['opened 09:40']);
});
