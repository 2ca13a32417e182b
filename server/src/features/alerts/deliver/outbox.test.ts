import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, systemCtx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import type { JsonPost } from '../../../ports/notifications.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import { importSmallInventory } from '../../inventory/testing/small-inventory.ts';
import { addAlertChannel, saveAlertChannel } from '../save-channel.ts';
import { addAlertRule } from '../save-rule.ts';
import { alertDeliveries, alerts } from '../tables.ts';
import { addSites, downRule, failSite, healSite } from '../testing/alert-fleet.ts';
import { testMessage } from './message.ts';
import { deliverDue, startDueDeliveries } from './outbox.ts';
import { claimDue, insertDeliveries, insertLeased, storeOutcome } from './queries-outbox.ts';

const t = setUpTestCtx(importSmallInventory);
let sites: number[];
let channel: number;
/** Ids that the receiver got, in order. */
let arrived: string[];
beforeAll(async () => {
  sites = await addSites(t, 1, ['one.example', 'two.example']);
  const settings = { kind: 'webhook', url: 'https://hooks.example/', secret: 'a key of sixteen letters' } as const;
  channel = (await addAlertChannel(t.as({}), { name: 'On call', enabled: true, settings })).id;
  await addAlertRule(t.as({}), downRule({ channels: [channel] }));
});
beforeEach(async () => {
  arrived = [];
  t.ports.notifications = { post: async ({ id }: JsonPost) => (arrived.push(id), 'Status 200'), mail: neverSent };
  await t.db.execute(sql`truncate alerts, alert_evaluator cascade`);
});

const neverSent = () => Promise.reject(new Error('No mail is sent here.'));

/** Restarts the process: nothing of the previous one remains in memory. */
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

it('loses no message and duplicates none by id, wherever the process dies', { timeout: 60_000 }, async () => {
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
    // The receiver deduplicates by id: each message once, in the order of writing.
    expect([...new Set(arrived)]).toEqual(stored.map(({ id: own }) => own));
    repeats += arrived.length - new Set(arrived).size;
    arrived = [];
    await t.db.execute(sql`truncate alerts cascade`);
    await evaluatorEnds();
  }
  expect(deaths).toBeGreaterThan(5);
  expect(repeats).toBeGreaterThan(0);
});

it('delivers a message from only one of several processes, and keeps the order within an alert', async () => {
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

/** Queued messages of a channel, each of an alert of its own. */
async function addWaiting(channelId: number, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await t.db.insert(alertDeliveries).values(
    ids.map((id) => ({
      id,
      channelId,
      event: 'opened' as const,
      message: { ...testMessage(id, t.clock.now()), event: 'opened' as const },
      dueAt: t.clock.now(),
    })),
  );
  return ids;
}

it('stores more messages at once than a statement has parameters, in their order', async () => {
  const ids = Array.from({ length: 11_000 }, () => randomUUID());
  const now = t.clock.now();
  const values = ids.map((id) => ({ id, alertId: null, channelId: channel, event: 'opened' as const, dueAt: now }));
  const message = testMessage('any', now);
  await t.db.transaction((db) =>
    insertDeliveries(
      db,
      values.map((value) => ({ ...value, message })),
    ),
  );
  const stored = await t.db.select().from(alertDeliveries).orderBy(alertDeliveries.number);
  expect(stored.map(({ id }) => id)).toEqual(ids);
  expect(stored[0]).toMatchObject({ ...values[0], message, state: 'waiting', attempts: 0, recipient: null });
  await t.db.execute(sql`truncate alert_deliveries`);
});

const storedState = async (id: string) => {
  const [row] = await t.db.select().from(alertDeliveries).where(eq(alertDeliveries.id, id));
  return row && { state: row.state, owner: row.leaseOwner, sent: row.sentAt !== null };
};
const notAnswering = { post: () => Promise.reject(new AppError('target_failed', 'It is away.')), mail: neverSent };

describe('a message', () => {
  beforeEach(() => t.db.execute(sql`truncate alert_deliveries`));

  it('does not wait for a slow receiver: five concurrent attempts per channel, twenty per process', async () => {
    const others: number[] = [];
    for (const at of [0, 1, 2, 3, 4]) {
      const url = `https://slow-${at}.example/`;
      const settings = { kind: 'webhook', url, secret: 'a key of sixteen letters' } as const;
      others.push((await addAlertChannel(t.as({}), { name: `Slow ${at}`, enabled: true, settings })).id);
    }
    const [slow = 0] = others;
    await addWaiting(slow, 8);
    const [prompt = ''] = await addWaiting(channel, 1);
    const first = await claimDue(t.db, 'one', { max: 20, perChannel: 5 });
    expect(first.filter(({ channelId }) => channelId === slow)).toHaveLength(5);
    expect(first).toHaveLength(6);
    expect(first.map(({ id }) => id)).toContain(prompt);
    expect(await claimDue(t.db, 'two', { max: 20, perChannel: 5 })).toEqual([]);
    const [sent = ''] = first.flatMap(({ id, channelId }) => (channelId === slow ? [id] : []));
    await storeOutcome(t.db, 'one', sent, { state: 'sent', outcome: 'Status 200' });
    expect(await claimDue(t.db, 'two', { max: 20, perChannel: 5 })).toHaveLength(1);
    for (const id of others) await addWaiting(id, 8);
    await leasesEnd();
    const asked: string[] = [];
    t.ports.notifications = { post: async ({ url }) => (asked.push(url), 'Status 200'), mail: neverSent };
    expect(await deliverDue(restarted())).toBe(20);
    const counts = [...Map.groupBy(asked, (url) => url).values()].map(({ length }) => length);
    expect(Math.max(...counts)).toBe(5);
  });

  it('waits for an earlier message of its alert that is being retried', async () => {
    const [id = 0] = sites;
    const working = t.ports.notifications;
    t.ports.notifications = notAnswering;
    await failSite(t, id);
    await turn(restarted());
    await healSite(t, id);
    t.ports.notifications = working;
    await evaluatorEnds();
    await createEvaluator(restarted()).step();
    expect(await t.db.$count(alertDeliveries)).toBe(2);
    expect(await deliverDue(restarted())).toBe(0);
    await t.db.execute(sql`update alert_deliveries set due_at = now() - interval '1 s'`);
    while ((await deliverDue(restarted())) > 0);
    const stored = await t.db.select().from(alertDeliveries).orderBy(alertDeliveries.number);
    expect(arrived).toEqual(stored.map(({ id: own }) => own));
    await evaluatorEnds();
  });

  it('gets its outcome from the process that holds the lease', async () => {
    const [id = ''] = await addWaiting(channel, 1);
    const claim = (me: string) => claimDue(t.db, me, { max: 20, perChannel: 5 });
    expect(await claim('one')).toHaveLength(1);
    await leasesEnd();
    expect(await claim('two')).toHaveLength(1);
    await storeOutcome(t.db, 'one', id, { state: 'given-up', outcome: 'Too late.' });
    expect(await storedState(id)).toEqual({ state: 'waiting', owner: 'two', sent: false });
    await storeOutcome(t.db, 'two', id, { state: 'sent', outcome: 'Status 200' });
    expect(await storedState(id)).toEqual({ state: 'sent', owner: null, sent: true });
  });

  it('is given up when the next attempt would be more than a day after it was written', async () => {
    t.ports.notifications = notAnswering;
    const [young = '', old = ''] = await addWaiting(channel, 2);
    await t.db.execute(sql`update alert_deliveries set created_at = now() - interval '24 hours' where id = ${old}`);
    expect(await deliverDue(restarted())).toBe(2);
    expect([await storedState(young), await storedState(old)]).toMatchObject([
      { state: 'waiting' },
      { state: 'given-up' },
    ]);
  });

  it('is not claimed again by a process that is still sending it, even when the lease has ended', async () => {
    const reply = Promise.withResolvers<string>();
    t.ports.notifications = { post: ({ id }) => (arrived.push(id), reply.promise), mail: neverSent };
    const [id = ''] = await addWaiting(channel, 1);
    const ctx = restarted();
    const [first] = await startDueDeliveries(ctx, []);
    await expect.poll(() => arrived).toEqual([id]);
    await leasesEnd();
    expect(await startDueDeliveries(ctx, [id])).toEqual([]);
    reply.resolve('Status 200');
    await first?.ended;
    expect(await storedState(id)).toEqual({ state: 'sent', owner: null, sent: true });
  });

  it('that tests a channel is sent only by its own process, and only once', async () => {
    const id = randomUUID();
    await insertLeased(t.db, 'one', { id, channelId: channel, event: 'test', message: testMessage(id, t.clock.now()) });
    expect(await deliverDue(restarted())).toBe(0);
    t.ports.notifications = notAnswering;
    await leasesEnd();
    expect(await deliverDue(restarted())).toBe(1);
    expect(await storedState(id)).toMatchObject({ state: 'given-up' });
  });

  it('is not sent to a channel that was switched off', async () => {
    const [id = ''] = await addWaiting(channel, 1);
    const off = { name: 'On call', enabled: false, settings: { kind: 'webhook', url: null, secret: null } as const };
    await saveAlertChannel(t.as({}), channel, off);
    await deliverDue(restarted());
    await saveAlertChannel(t.as({}), channel, { ...off, enabled: true });
    expect(arrived).toEqual([]);
    expect(await storedState(id)).toMatchObject({ state: 'skipped' });
  });
});
