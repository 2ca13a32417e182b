import { ne, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { systemCtx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { deliverDue } from './deliver/outbox.ts';
import { createEvaluator, type Evaluator } from './evaluate/evaluator.ts';
import { addAlertRule } from './save-rule.ts';
import { alertChannels, alertDeliveries, alerts } from './tables.ts';
import { addSites, downRule, failSite, healSite } from './testing/alert-fleet.ts';

const t = setUpTestCtx(importSmallInventory);
let evaluator: Evaluator;
let site: number;
beforeAll(async () => void ([site = 0] = await addSites(t, 1, ['one.example'])));
beforeEach(async () => {
  await t.db.execute(sql`truncate alerts, alert_rules, alert_channels, alert_evaluator restart identity cascade`);
  await healSite(t, site);
  const stamp = { updatedAt: t.clock.now(), updatedBy: 'priya.shah' };
  const channel = { name: 'On call', kind: 'slack', enabled: true, target: 'chat.example', ...stamp } as const;
  const [stored] = await t.db.insert(alertChannels).values(channel).returning();
  const quiet = { from: '22:00', to: '08:00', zone: 'UTC' };
  await addAlertRule(systemCtx(t, 'alerts'), downRule({ channels: [stored?.id ?? 0], quiet }));
  evaluator = createEvaluator(systemCtx(t, 'alerts'));
});

/** Evaluates before and after the settling time that follows a change. @param day of November */
async function at(day: number, time: string, change?: typeof healSite): Promise<void> {
  t.clock.set(`2026-11-${day}T${time}:00.000Z`);
  await change?.(t, site);
  await evaluator.step();
  t.clock.advance(22_000);
  await evaluator.step();
}

/** The messages that the channel has got or will get, with when they are due. */
const messages = async () =>
  (
    await t.db
      .select({ event: alertDeliveries.event, due: alertDeliveries.dueAt })
      .from(alertDeliveries)
      .where(ne(alertDeliveries.state, 'skipped'))
      .orderBy(alertDeliveries.number)
  ).map(({ event, due }) => `${event} ${due.toISOString().slice(8, 16)}`);

it('report the end of an alert that began before them and came back within them', async () => {
  await at(21, '21:58', failSite);
  await at(21, '22:05', healSite);
  await at(21, '22:20', failSite);
  expect(await messages()).toEqual(['opened 21T21:58', 'resolved 22T08:00', 'opened 22T08:00']);
  await at(21, '22:30', healSite);
  expect(await messages()).toEqual(['opened 21T21:58', 'resolved 22T08:00']);
});

it('report the end of an alert whose reminder they held back', async () => {
  await at(21, '15:00', failSite);
  await t.db.update(alerts).set({ state: 'acknowledged', acknowledgedUntil: new Date('2026-11-21T23:00:00.000Z') });
  await at(21, '23:00');
  expect(await messages()).toEqual(['opened 21T15:00', 'reminder 22T08:00']);
  await at(22, '02:00', healSite);
  expect(await messages()).toEqual(['opened 21T15:00', 'resolved 22T08:00']);
});

it('do not report the end of an alert again when it came back and ended within them', async () => {
  await at(21, '21:30', failSite);
  await at(21, '21:50', healSite);
  await at(21, '22:05', failSite);
  await at(21, '22:15', healSite);
  expect(await messages()).toEqual(['opened 21T21:30', 'resolved 21T21:50']);
});

it('leave a message a day of retries after their end', async () => {
  await at(21, '22:05', failSite);
  const stateAfterAttempt = async (age: string) => {
    await t.db.execute(sql`update alert_deliveries set created_at = now() - ${age}::interval, due_at = now()`);
    // The channel has no address.
    expect(await deliverDue(systemCtx(t, 'alerts'))).toBe(1);
    return (await t.db.select({ state: alertDeliveries.state }).from(alertDeliveries))[0]?.state;
  };
  expect(await stateAfterAttempt('33 hours')).toBe('waiting');
  expect(await stateAfterAttempt('34 hours')).toBe('given-up');
});
