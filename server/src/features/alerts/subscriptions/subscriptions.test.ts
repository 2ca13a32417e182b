import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as calls from '@mission-control/contract/alerts/calls';
import type { SubscriptionInput } from '@mission-control/contract/alerts/schema';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../../platform/audit/tables.ts';
import { systemCtx, type Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { isRefetched } from '../../../platform/testing/announced-by.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import type { Mail } from '../../../ports/notifications.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { TOPIC } from '@mission-control/contract/topics';
import { createUser, users } from '../../auth/public.ts';
import { importSmallInventory } from '../../inventory/testing/small-inventory.ts';
import { changeView, deleteView, saveView } from '../../views/public.ts';
import { deliverDue } from '../deliver/outbox.ts';
import { createEvaluator, type Evaluator } from '../evaluate/evaluator.ts';
import { listAlerts, getAlert } from '../list-alerts.ts';
import { addAlertChannel, listDeliveries, saveAlertChannel, testAlertChannel } from '../save-channel.ts';
import { addAlertRule } from '../save-rule.ts';
import { alertDeliveries, alerts } from '../tables.ts';
import { addSites, allowLocal, downRule, failSite, healSite } from '../testing/alert-fleet.ts';
import {
  addAlertSubscription,
  endAlertSubscription,
  listAlertSubscriptions,
  saveAlertSubscription,
} from './subscribe.ts';

const EMAIL = {
  kind: 'email',
  host: 'mail.example.com',
  port: 587,
  security: 'starttls',
  user: 'console',
  password: 'the password',
  from: 'console@example.com',
  to: ['ops@example.com'],
} as const;

const t = setUpTestCtx(importSmallInventory);
let evaluator: Evaluator;
/** Of tenants 1, 1 and 2. */
let sites: number[];
let sent: Mail[];
let amelia: Ctx;
let priya: Ctx;
let vic: Ctx;
let channelId: number;
let ruleId: number;
beforeAll(async () => {
  sites = [...(await addSites(t, 1, ['one.example', 'two.example'])), ...(await addSites(t, 2, ['three.example']))];
});
beforeEach(async () => {
  t.clock.set('2026-11-21T09:00:00.000Z');
  await t.db.execute(
    sql`truncate alerts, alert_rules, alert_channels, alert_evaluator, view_uses, saved_views restart identity cascade`,
  );
  await t.db.delete(users);
  for (const id of sites) await healSite(t, id);
  sent = [];
  t.ports.notifications = {
    post: () => Promise.reject(new Error('Nothing is posted here.')),
    mail: async (mail) => (sent.push(mail), { reply: '250 OK', refused: [] }),
  };
  amelia = await person('amelia.hart', 'admin');
  priya = await person('priya.shah', 'operator');
  vic = await person('vic.lowe', 'viewer');
  channelId = (await addAlertChannel(amelia, mailChannel())).id;
  ruleId = (await addAlertRule(amelia, downRule())).id;
  evaluator = createEvaluator(systemCtx(t, 'alerts'));
});

const mailChannel = (people = true) => ({
  name: 'Mail',
  enabled: true,
  settings: { ...EMAIL, to: [...EMAIL.to], people },
});
async function person(name: string, role: 'admin' | 'operator' | 'viewer'): Promise<Ctx> {
  const { id } = await createUser(t, { name, password: 'correct horse', role });
  return t.as({ name, role, id });
}
const wanted = (more: Partial<SubscriptionInput> = {}): SubscriptionInput => ({
  email: 'vic@example.com',
  rules: [],
  severities: ['critical', 'warning', 'notice'],
  scope: { regions: [], environments: [], tenants: [] },
  ...more,
});
const ofTenants = (...ids: number[]) => ({ regions: [], environments: [], tenants: ids });
const site = (at: number): number => sites[at] ?? 0;

/** Advances the time until alerts have settled, and sends what is due. */
async function settle(): Promise<void> {
  await pass();
  await send();
}
async function pass(): Promise<void> {
  for (let at = 0; at < 24; at += 2) {
    t.clock.advance(2_000);
    await evaluator.step();
  }
}
const send = async () => {
  while ((await deliverDue(systemCtx(t, 'alerts'))) > 0);
};
const mails = () => sent.map(({ to, subject }) => `${to.join()} ${subject.replace(/: (\S+ )*(?=\S+\.example)/, ' ')}`);
const fails = async (at: number) => {
  await failSite(t, site(at));
  await settle();
};

describe('a subscribed person', () => {
  it('is notified of the beginning and the end at their own address, once, however many subscriptions match', async () => {
    await addAlertSubscription(vic, wanted());
    await addAlertSubscription(vic, wanted({ rules: [ruleId], email: 'Vic@Example.com' }));
    await addAlertSubscription(vic, wanted({ email: 'vic.home@example.com' }));
    await fails(0);
    expect(new Set(mails())).toEqual(
      new Set(['vic.home@example.com Alert one.example', 'vic@example.com Alert one.example']),
    );
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({ host: 'mail.example.com', from: 'console@example.com', password: 'the password' });
    expect(sent[0]?.text).toContain('You receive this because you subscribed to these alerts.');
    sent = [];
    await healSite(t, site(0));
    await settle();
    await settle();
    expect(mails()).toHaveLength(2);
    expect(mails()[0]).toContain('Resolved one.example');
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
  });

  it('is notified only about chosen rules, severities and tenants, and sees these with the filter', async () => {
    await addAlertSubscription(vic, wanted({ scope: ofTenants(2) }));
    await addAlertSubscription(priya, wanted({ email: 'priya@example.com', severities: ['notice'] }));
    await addAlertSubscription(amelia, wanted({ email: 'amelia@example.com', rules: [ruleId + 1] }));
    await fails(0);
    expect(mails()).toEqual([]);
    await fails(2);
    expect(mails()).toEqual(['vic@example.com Alert three.example']);
    const shown = async (ctx: Ctx, mine?: '1') =>
      (await listAlerts(ctx, { query: { state: 'open', mine } })).alerts.length;
    expect([await shown(vic), await shown(vic, '1'), await shown(priya, '1'), await shown(t.as({}), '1')]).toEqual([
      2, 1, 0, 0,
    ]);
  });

  it.each([
    ['region', { regions: [1], environments: [], tenants: [] }, 1],
    ['region without tenants', { regions: [999], environments: [], tenants: [] }, 0],
    ['tenant in another region', { regions: [999], environments: [], tenants: [1] }, 0],
  ])('is notified by %s', async (_name, scope, messages) => {
    await addAlertSubscription(vic, wanted({ scope }));
    await fails(0);
    expect(mails()).toHaveLength(messages);
  });

  it('is notified when one of their subjects joins an open alert, but not of the next ones', async () => {
    await addAlertSubscription(vic, wanted({ scope: ofTenants(2) }));
    await addAlertSubscription(priya, wanted({ email: 'priya@example.com' }));
    await fails(0);
    // The three share a database host: later problems join the alert.
    const [host] = await t.db.select({ id: tenantServices.databaseHostId }).from(tenantServices);
    await t.db.update(alerts).set({ cause: `database:${host?.id}` });
    evaluator = createEvaluator(systemCtx(t, 'alerts'));
    sent = [];
    await fails(2);
    await fails(1);
    expect(mails()).toEqual(['vic@example.com Alert one.example']);
    await healSite(t, site(0));
    await healSite(t, site(1));
    await healSite(t, site(2));
    sent = [];
    await settle();
    expect(new Set(mails())).toEqual(
      new Set(['priya@example.com Resolved one.example', 'vic@example.com Resolved one.example']),
    );
    expect(sent).toHaveLength(2);
  });

  it('gets the message from a real mail server', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      disableReverseLookup: true,
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        received.push(session.envelope.rcptTo.map(({ address }) => address).join());
        stream.resume().on('end', () => done());
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    allowLocal(t, port);
    const settings = { ...EMAIL, host: 'localhost', port, security: 'none', user: null } as const;
    const moved = {
      name: 'Mail',
      enabled: true,
      settings: { ...settings, to: [...EMAIL.to], password: null, people: true },
    };
    await t.db.execute(sql`truncate alert_channels cascade`);
    // A relay without a password.
    await addAlertChannel(amelia, moved);
    await addAlertSubscription(vic, wanted());
    await fails(0);
    await send();
    await new Promise<void>((done) => server.close(() => done()));
    expect(received).toEqual(['vic@example.com']);
    expect(await t.db.select().from(alertDeliveries)).toMatchObject([{ state: 'sent', recipient: 'vic@example.com' }]);
  });

  it('is not notified of the end of an alert that began before the subscription', async () => {
    await fails(0);
    await addAlertSubscription(vic, wanted());
    await healSite(t, site(0));
    await settle();
    expect(mails()).toEqual([]);
  });

  it('gets nothing in quiet hours, and nothing about alerts that end before they do', async () => {
    const quiet = { from: '08:00', to: '10:00', zone: 'UTC' };
    await t.db.execute(sql`truncate alert_rules cascade`);
    await addAlertRule(amelia, downRule({ quiet }));
    await addAlertSubscription(vic, wanted());
    await failSite(t, site(0));
    await pass();
    await healSite(t, site(0));
    await pass();
    await send();
    expect(mails()).toEqual([]);
    const stored = await t.db.select().from(alertDeliveries);
    expect(stored.map(({ event, state }) => `${event} ${state}`)).toEqual(['opened skipped']);
  });
});

describe('with a view', () => {
  const regroup = (group: string, ...ids: number[]) =>
    inUnauditedTransaction(t, async ({ db, changed }) => {
      await db.update(tenants).set({ deploymentGroup: group }).where(inArray(tenants.id, ids));
      changed(TOPIC.tenants);
    });
  const view = (more: object = {}) =>
    saveView(priya, { page: 'tenants', name: 'Staging', search: 'group=staging', shared: true, ...more });
  const byView = (...views: number[]) => wanted({ scope: { ...ofTenants(), views } });
  const mine = async () => {
    const { alerts: shown } = await listAlerts(vic, { query: { state: 'open', mine: '1' } });
    return shown.flatMap(({ members }) => members.map(({ label }) => label.split(', ').at(-1)));
  };
  beforeEach(async () => {
    await regroup('live', 1);
    await regroup('staging', 2);
  });

  it('a person is notified about the tenants that it currently lists, and sees these with the filter', async () => {
    await addAlertSubscription(vic, byView((await view())._id));
    await fails(0);
    expect([mails(), await mine()]).toEqual([[], []]);
    await regroup('staging', 1);
    await regroup('live', 2);
    await settle();
    expect(await mine()).toEqual(['one.example']);
    sent = [];
    await fails(1);
    await fails(2);
    expect(mails().map((one) => one.split(' ').at(-1))).not.toContain('three.example');
    expect(mails()).toHaveLength(1);
  });

  it('a person is notified of the end of a reported alert even if the view no longer lists it', async () => {
    await addAlertSubscription(vic, byView((await view())._id));
    await fails(2);
    await regroup('live', 2);
    await settle();
    expect(await mine()).toEqual([]);
    sent = [];
    await healSite(t, site(2));
    await settle();
    expect(mails()).toEqual(['vic@example.com Resolved three.example']);
  });

  it('the other lists restrict as well; one of several views is enough', async () => {
    const [staging, live] = [await view(), await view({ name: 'Live', search: 'group=live' })];
    await addAlertSubscription(vic, wanted({ scope: { ...ofTenants(1), views: [staging._id] } }));
    await fails(2);
    await fails(0);
    expect(mails()).toEqual([]);
    await addAlertSubscription(vic, byView(staging._id, live._id));
    await fails(1);
    expect(mails()).toHaveLength(1);
    expect(await mine()).toContain('three.example');
  });

  it('the view stays shared, followable and undeletable as long as a subscription follows it', async () => {
    const { _id: id, name, search, revision } = await view();
    const change = (part: object) => changeView(priya, id, { name, search, shared: true, revision, ...part });
    const { id: first } = await addAlertSubscription(vic, byView(id));
    const { id: second } = await addAlertSubscription(vic, wanted());
    await saveAlertSubscription(vic, second, byView(id));
    await addAlertSubscription(amelia, byView(id));
    const by = 'a subscription of amelia.hart, a subscription of vic.lowe';
    await expect(deleteView(priya, id)).rejects.toThrow(`This view is used by ${by}. Change that first.`);
    await expect(change({ shared: false })).rejects.toThrow(`stays shared: it is used by ${by}.`);
    await expect(change({ search: 'attention=any' })).rejects.toThrow('cannot follow it');
    await endAlertSubscription(amelia, first);
    await saveAlertSubscription(vic, second, wanted());
    await expect(deleteView(priya, id)).rejects.toThrow('used by a subscription of amelia.hart. Change');
    // A purged person's subscriptions hold no view.
    await t.db.delete(users).where(eq(users.name, 'amelia.hart'));
    await deleteView(priya, id);
  });

  it("a private or deleted view is refused, without the name of somebody else's", async () => {
    const { _id: id } = await view({ shared: false });
    await expect(addAlertSubscription(priya, byView(id))).rejects.toThrow('Share the view Staging first');
    const gone = 'A view was deleted, or is no longer shared. Choose another one.';
    await expect(addAlertSubscription(vic, byView(id))).rejects.toThrow(gone);
    const rule = downRule({ scope: { ...ofTenants(), views: [id] } });
    await expect(addAlertRule(amelia, rule)).rejects.toThrow(gone);
    await expect(addAlertSubscription(vic, byView(id + 1))).rejects.toThrow('A view was deleted');
    expect((await listAlertSubscriptions(vic)).subscriptions).toEqual([]);
  });
});

describe('nothing is sent', () => {
  /** A queued message. */
  async function waiting(): Promise<number> {
    const { id } = await addAlertSubscription(vic, wanted());
    const mail = t.ports.notifications.mail;
    t.ports.notifications.mail = () => Promise.reject(new Error('away'));
    await fails(0);
    t.ports.notifications.mail = mail;
    await t.db.execute(sql`update alert_deliveries set due_at = now()`);
    return id;
  }
  const outcomes = async () =>
    (await t.db.select().from(alertDeliveries)).map(({ state, outcome }) => [state, outcome]);

  it('to a disabled or deleted person, whether queued or new', async () => {
    for (const off of [{ disabled: true }, { deletedAt: t.clock.now() }]) {
      await t.db.execute(sql`truncate alerts, alert_subscriptions, alert_evaluator restart identity cascade`);
      for (const id of sites) await healSite(t, id);
      await t.db.update(users).set({ disabled: false, deletedAt: null });
      evaluator = createEvaluator(systemCtx(t, 'alerts'));
      await waiting();
      await t.db.update(users).set(off).where(eq(users.name, 'vic.lowe'));
      await send();
      expect(await outcomes()).toEqual([['skipped', 'The account is disabled.']]);
      await fails(2);
      expect(mails()).toEqual([]);
      expect(await outcomes()).toHaveLength(1);
      expect((await listAlertSubscriptions(amelia)).subscriptions).toMatchObject([{ person: 'vic.lowe', off: true }]);
    }
  });

  it('by a subscription that was ended, also by an admin, or that was changed to other alerts', async () => {
    const id = await waiting();
    await expect(endAlertSubscription(priya, id)).rejects.toMatchObject({ code: 'not_found' });
    await endAlertSubscription(amelia, id);
    await send();
    await fails(2);
    expect(mails()).toEqual([]);
    expect(await outcomes()).toEqual([['skipped', 'The subscription has ended.']]);
    await expect(endAlertSubscription(vic, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('to an address that was changed', async () => {
    const id = await waiting();
    await saveAlertSubscription(vic, id, wanted({ email: 'vic.home@example.com' }));
    await send();
    await fails(2);
    expect(mails()).toEqual(['vic.home@example.com Alert three.example']);
  });

  it('while no channel allows subscriptions', async () => {
    await waiting();
    await saveAlertChannel(amelia, channelId, mailChannel(false));
    await send();
    await fails(2);
    expect(mails()).toEqual([]);
    expect(await outcomes()).toEqual([['skipped', 'The channel is no longer used for subscriptions.']]);
    expect(await listAlertSubscriptions(vic)).toMatchObject({ sends: false });
  });

  it('once a person is purged, and none of their subscriptions remain', async () => {
    await waiting();
    await t.db.delete(users).where(eq(users.name, 'vic.lowe'));
    expect(await outcomes()).toEqual([]);
    await fails(2);
    expect(mails()).toEqual([]);
  });
});

describe('subscriptions', () => {
  it('are visible only to their owner and to admins; the messages name the person, not the address', async () => {
    await addAlertSubscription(vic, wanted());
    await addAlertSubscription(priya, wanted({ email: 'priya@example.com' }));
    const seen = async (ctx: Ctx) =>
      (await listAlertSubscriptions(ctx)).subscriptions.map(({ person: name, own }) => `${name} ${own}`);
    expect(await seen(vic)).toEqual(['vic.lowe true']);
    expect(await seen(amelia)).toEqual(['priya.shah false', 'vic.lowe false']);
    await fails(0);
    const { deliveries } = await getAlert(vic, 1);
    expect(new Set(deliveries.map(({ person: name }) => name))).toEqual(new Set(['priya.shah', 'vic.lowe']));
    expect(JSON.stringify(deliveries)).not.toContain('@');
    expect((await listDeliveries(amelia, channelId)).deliveries).toHaveLength(2);
    const { subscriptions } = await listAlertSubscriptions(vic);
    expect(subscriptions[0]?.last_sent_at).not.toBeNull();
  });

  it('are announced to the alerts of the person, and to the messages that their end drops', async () => {
    const { id } = await addAlertSubscription(vic, wanted());
    const change = () => saveAlertSubscription(vic, id, wanted({ rules: [ruleId] }));
    expect(await isRefetched(t, calls.listAlerts, { query: { mine: '1' } }, change)).toBe(true);
    const end = () => endAlertSubscription(vic, id);
    expect(await isRefetched(t, calls.listDeliveries, { params: { id: channelId } }, end)).toBe(true);
  });

  it('have a channel whose test names the recipients that the mail server refused', async () => {
    const answer = { reply: '550 No. Not accepted for bob@example.com', refused: ['bob@example.com'] };
    t.ports.notifications.mail = async () => answer;
    expect(await testAlertChannel(amelia, channelId)).toMatchObject({ state: 'sent', refused: answer.refused });
  });

  it('do not show the address in what a mail server responds', async () => {
    await addAlertSubscription(vic, wanted());
    const rejected = 'All recipients were rejected: 550 5.1.1 <Vic@example.com>: User unknown';
    t.ports.notifications.mail = () => Promise.reject(new AppError('target_failed', rejected));
    await fails(0);
    const outcome = 'All recipients were rejected: 550 5.1.1 <(address)>: User unknown';
    expect(await getAlert(priya, 1)).toMatchObject({ deliveries: [{ person: 'vic.lowe', outcome }] });
  });

  it('can be changed only by their owner, are audited, and limited to 20', async () => {
    const { id } = await addAlertSubscription(vic, wanted());
    await expect(saveAlertSubscription(amelia, id, wanted())).rejects.toMatchObject({ code: 'not_found' });
    await saveAlertSubscription(vic, id, wanted({ severities: ['critical'] }));
    await endAlertSubscription(amelia, id);
    const events = await t.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(3);
    expect(events).toMatchObject([
      { action: 'alert-subscription.ended', actor: 'amelia.hart', subject: 'vic.lowe' },
      { action: 'alert-subscription.changed', after: { severities: ['critical'] } },
      { action: 'alert-subscription.added', actor: 'vic.lowe', after: { email: 'vic@example.com' } },
    ]);
    for (let at = 0; at < 20; at += 1) await addAlertSubscription(vic, wanted());
    await expect(addAlertSubscription(vic, wanted())).rejects.toMatchObject({ code: 'refused' });
    expect((await listAlertSubscriptions(vic)).subscriptions).toHaveLength(20);
  });

  it('are limited when several are added at once, too', async () => {
    await Promise.allSettled(Array.from({ length: 25 }, () => addAlertSubscription(vic, wanted())));
    expect((await listAlertSubscriptions(vic)).subscriptions).toHaveLength(20);
  });
});
