import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Ctx, systemCtx } from '../../../platform/context.ts';
import { createTestCtx, type TestCtx } from '../../../platform/testing/test-ctx.ts';
import type { JsonPost } from '../../../ports/notifications.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import { importInventory } from '../../inventory/public.ts';
import { smallInventory } from '../../inventory/testing/small-inventory.ts';
import { addAlertChannel } from '../save-channel.ts';
import { addAlertRule } from '../save-rule.ts';
import { alertDeliveries, alerts } from '../tables.ts';
import { addSites, downRule, failSite, healSite } from '../testing/alert-fleet.ts';
import { deliverDue } from './outbox.ts';

let t: TestCtx;
let sites: number[];
/** Ids that the receiver got, in order. */
let arrived: string[];
beforeAll(async () => {
  t = await createTestCtx();
  await importInventory(t, smallInventory());
  sites = await addSites(t, 1, ['one.example', 'two.example']);
  const settings = { kind: 'webhook', url: 'https://hooks.example/', secret: 'a key of sixteen letters' } as const;
  const channel = await addAlertChannel(t.as({}), { name: 'On call', enabled: true, settings });
  await addAlertRule(t.as({}), downRule({ channels: [channel.id] }));
});
afterAll(() => t.close());
beforeEach(async () => {
  arrived = [];
  t.ports.notifications = { post: async ({ id }: JsonPost) => (arrived.push(id), 'Status 200'), mail: neverSent };
  await t.db.execute(sql`truncate alerts, alert_evaluator cascade`);
});

const neverSent = () => Promise.reject(new Error('No mail is sent here.'));

/** Another start of the process: nothing of the one before is in memory. */
const restarted = (): Ctx => ({ ...systemCtx(t, 'alerts'), processId: randomUUID() });
const leasesEnd = () =>
  t.db.execute(sql`update alert_deliveries set lease_until = now() - interval '1 s' where lease_until is not null`);
const evaluatorEnds = () => t.db.execute(sql`update alert_evaluator set until = now() - interval '1 s'`);

class Killed extends Error {}

/** A context whose process dies at one of its statements and messages: before it takes effect (odd) or after (even). */
function dying(at: number): Ctx {
  const ctx = restarted();
  let count = 0;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Killed();
  };
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    count += 1;
    if (isDead || (count === Math.ceil(at / 2) && at % 2 === 1)) die();
    const result = await work();
    if (count === Math.ceil(at / 2)) die();
    return result;
  };
  const { post, mail } = t.ports.notifications;
  const notifications = { post: (message: JsonPost) => step(() => post(message)), mail };
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (isDead) throw new Killed();
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const call = value.bind(target) as (...given: unknown[]) => Promise<unknown>;
      return name === 'transaction' || name === 'execute' ? (...given: unknown[]) => step(() => call(...given)) : call;
    },
  });
  return { ...ctx, db, ports: { ...ctx.ports, notifications } };
}

async function turn(ctx: Ctx): Promise<void> {
  const evaluator = createEvaluator(ctx);
  await evaluator.step();
  t.clock.advance(22_000);
  await evaluator.step();
  while ((await deliverDue(ctx)) > 0);
}

it('loses nothing and doubles nothing by id, wherever the process dies', async () => {
  let deaths = 0;
  let repeats = 0;
  for (let at = 1; at <= 25; at += 1) {
    const [id = 0] = sites;
    for (const change of [failSite, healSite]) {
      await change(t, id);
      await turn(dying(at)).catch(() => (deaths += 1));
      await leasesEnd();
      await evaluatorEnds();
      // The next process does the rest.
      await turn(restarted());
      await leasesEnd();
      await turn(restarted());
      await evaluatorEnds();
    }
    const stored = await t.db.select().from(alertDeliveries).orderBy(alertDeliveries.number);
    expect(stored.map(({ state }) => state)).toEqual(stored.map(() => 'sent'));
    expect(stored.map(({ event }) => event)).toEqual(['opened', 'resolved']);
    expect(await t.db.select().from(alerts)).toHaveLength(1);
    // The receiver keeps ids: each message once, in the order of writing.
    expect([...new Set(arrived)]).toEqual(stored.map(({ id: own }) => own));
    repeats += arrived.length - new Set(arrived).size;
    arrived = [];
    await t.db.execute(sql`truncate alerts cascade`);
    await evaluatorEnds();
  }
  expect(deaths).toBeGreaterThan(5);
  expect(repeats).toBeGreaterThan(0);
});

it('gives a message to one of several processes only, and keeps the order of an alert', async () => {
  for (const id of sites) await failSite(t, id);
  await turn(restarted());
  await evaluatorEnds();
  await t.db.execute(sql`update alert_deliveries set state = 'waiting', sent_at = null`);
  for (const id of sites) await healSite(t, id);
  arrived = [];
  const evaluator = createEvaluator(restarted());
  await evaluator.step();
  await Promise.all(Array.from({ length: 5 }, () => deliverDue(restarted())));
  while ((await deliverDue(restarted())) > 0);
  const stored = await t.db.select().from(alertDeliveries).orderBy(alertDeliveries.number);
  expect(arrived).toEqual(stored.map(({ id }) => id));
  expect(stored.map(({ event }) => event)).toEqual(['opened', 'resolved']);
});
