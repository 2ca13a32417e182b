import { quietUntil } from '@mission-control/contract/alerts/rules';
import type { AlertEvent } from '@mission-control/contract/alerts/schema';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { messageOf } from '../deliver/message.ts';
import { insertDeliveries, listChannelIds, listFirstMembers, skipUnsent } from '../deliver/queries-outbox.ts';
import { findMailChannel, listSubscribers } from '../subscriptions/queries-subscriptions.ts';
import type { alerts } from '../tables.ts';
import type { TenantViews } from '../view-tenants.ts';
import { listUnresolved, type StoredRule } from './queries-evaluate.ts';

export interface Notification {
  alert: typeof alerts.$inferSelect;
  event: AlertEvent;
}

interface Outgoing {
  notifications: readonly Notification[];
  /** Alerts that gained subjects, which channels are not notified of. */
  joined: readonly number[];
  rules: ReadonlyMap<number, StoredRule>;
  /** Which views list a tenant. */
  listed: TenantViews;
  now: Date;
}

/** A message of the outbox, without its content. */
interface Addressed extends Notification {
  channelId: number;
  subscriptionId?: number;
  recipient?: string;
}

/** Writes the messages to the outbox. An alert that begins and ends within quiet hours sends nothing. */
export async function notify(ctx: Ctx, db: Transaction, outgoing: Outgoing): Promise<void> {
  const { notifications, joined, rules, now } = outgoing;
  if (notifications.length === 0 && joined.length === 0) return;
  const resolved = notifications.flatMap(({ alert, event }) => (event === 'resolved' ? [alert.id] : []));
  const notToNotify = await skipUnsent(db, resolved, now);
  const channels = await listChannelIds(db);
  const toChannels = notifications.flatMap(({ alert, event }): Addressed[] => {
    const ofRule = rules.get(alert.ruleId)?.channels ?? [];
    const notified = ofRule.filter((id) => channels.has(id) && !notToNotify.has(`${alert.id} ${id}`));
    return notified.map((channelId) => ({ alert, event, channelId }));
  });
  const addressed = [...toChannels, ...(await toPeople(db, outgoing))];
  const members = await listFirstMembers(db, [...new Set(addressed.map(({ alert }) => alert.id))]);
  const address = ctx.address?.() ?? null;
  const rows = addressed.flatMap(({ alert, event, ...to }) => {
    const rule = rules.get(alert.ruleId);
    if (!rule) return [];
    const dueAt = quietUntil(rule.quiet, now) ?? now;
    const id = ctx.random.uuid();
    const message = messageOf({ id, event, at: now, alert, rule, members: members.get(alert.id), address });
    return [{ id, alertId: alert.id, event, message, dueAt, ...to }];
  });
  await insertDeliveries(db, rows);
}

/**
 * Messages to subscribers. When a joining subject makes a subscription match for the first time, its subscriber is notified then; whoever
 * was notified of the beginning is also notified of the end.
 */
async function toPeople(db: Transaction, { notifications, joined, listed }: Outgoing): Promise<Addressed[]> {
  const channelId = await findMailChannel(db);
  if (channelId === null) return [];
  const known = new Set(notifications.map(({ alert }) => alert.id));
  const others = joined.filter((id) => !known.has(id));
  const subscribers = await listSubscribers(db, [...known, ...others], listed);
  if (subscribers.length === 0) return [];
  const later = await listUnresolved(db, others);
  const byAlert = Map.groupBy(subscribers, ({ alertId }) => alertId);
  const to = ({ alert, event }: Notification, isWanted: (wasNotified: boolean) => boolean) =>
    (byAlert.get(alert.id) ?? [])
      .filter((one) => isWanted(one.notified))
      .map(({ subscriptionId, recipient }) => ({ alert, event, channelId, subscriptionId, recipient }));
  return [
    ...notifications.flatMap((one) => to(one, (wasNotified) => wasNotified || one.event !== 'resolved')),
    ...later.flatMap((alert) => to({ alert, event: 'opened' }, (wasNotified) => !wasNotified && !alert.flapping)),
  ];
}
