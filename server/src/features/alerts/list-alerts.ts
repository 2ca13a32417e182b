import type { CallInput, CallResponse } from '@mission-control/contract/call';
import * as calls from '@mission-control/contract/alerts/calls';
import { SEVERITIES } from '@mission-control/contract/alerts/rules';
import type { AlertRow, Delivery } from '@mission-control/contract/alerts/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { createTopicCache } from '../../platform/events/topic-cache.ts';
import { listDeliveriesOf } from './deliver/queries-outbox.ts';
import { listFollowedViews } from './subscriptions/queries-subscriptions.ts';
import { listTenantViews } from './view-tenants.ts';
import {
  countByState,
  countOpen,
  countRules,
  findAlert,
  listAlertRows,
  listMembers,
  type ShownAlert,
} from './queries.ts';

/** Maximum subjects shown per alert in the list, and in the details of one alert. */
const MEMBERS_LISTED = 5;
const MEMBERS_SHOWN = 50;
const DELIVERIES_SHOWN = 30;

/** A page of alerts with the counts of all states. */
export async function listAlerts(
  ctx: Ctx,
  { query }: CallInput<typeof calls.listAlerts>,
): Promise<CallResponse<typeof calls.listAlerts>> {
  const mine = query.mine && (await mineOf(ctx));
  const found = await listAlertRows(ctx.db, { ...query, mine }, calls.ALERTS_PAGE + 1);
  const page = found.slice(0, calls.ALERTS_PAGE);
  return {
    alerts: await withMembers(ctx, page, MEMBERS_LISTED),
    next: found.length > page.length ? (page.at(-1)?.alert.id ?? null) : null,
    counts: await countByState(ctx.db),
    rules: await countRules(ctx.db),
  };
}

async function mineOf({ db, actor }: Ctx) {
  // Callers other than people have no subscriptions.
  const userId = actor.id ?? 0;
  return { userId, listed: await listTenantViews(db, await listFollowedViews(db, userId)) };
}

// Cached, because the frame of every page shows it.
const openCount = createTopicCache([TOPIC.alerts], async (db): Promise<CallResponse<typeof calls.countAlerts>> => {
  const found = await countOpen(db);
  return {
    open: found.reduce((sum, { number }) => sum + number, 0),
    gravest: SEVERITIES.find((one) => found.some(({ severity }) => severity === one)) ?? null,
  };
});

/** The number of open alerts, and the highest severity among them. */
export const countAlerts = (ctx: Ctx): Promise<CallResponse<typeof calls.countAlerts>> =>
  openCount.read(ctx.db, ctx.topicVersions);

/** One alert with the messages sent about it. @throws AppError('not_found') */
export async function getAlert(ctx: Ctx, id: number): Promise<CallResponse<typeof calls.getAlert>> {
  const alert = await readAlert(ctx, id);
  const sent = await listDeliveriesOf(ctx.db, { alertId: id }, DELIVERIES_SHOWN);
  return { alert, deliveries: sent.map(toDelivery) };
}

/** @throws AppError('not_found') */
export async function readAlert(ctx: Ctx, id: number): Promise<AlertRow> {
  const found = await findAlert(ctx.db, id);
  const [alert] = found ? await withMembers(ctx, [found], MEMBERS_SHOWN) : [];
  if (!alert) throw noAlert(id);
  return alert;
}

export const noAlert = (id: number): AppError => new AppError('not_found', `There is no alert ${id}.`);

async function withMembers(ctx: Ctx, found: readonly ShownAlert[], each: number): Promise<AlertRow[]> {
  const members = await listMembers(
    ctx.db,
    found.map(({ alert }) => alert.id),
    each,
  );
  const byAlert = Map.groupBy(members, ({ alertId }) => alertId);
  return found.map(({ alert, rule }) => {
    const ofAlert = byAlert.get(alert.id) ?? [];
    const { acknowledgedBy: by, acknowledgedAt: at } = alert;
    return {
      id: alert.id,
      title: alert.title,
      severity: alert.severity,
      state: alert.state,
      rule,
      since: alert.since.toISOString(),
      opened_at: alert.openedAt.toISOString(),
      resolved_at: alert.resolvedAt?.toISOString() ?? null,
      flapping: alert.flapping,
      returns: alert.returns,
      acknowledged:
        by === null || at === null
          ? null
          : { by, at: at.toISOString(), until: alert.acknowledgedUntil?.toISOString() ?? null, note: alert.note ?? '' },
      members: ofAlert.map((member) => ({
        label: member.label,
        detail: member.detail,
        tenant_id: member.tenantId,
        link: member.link,
        since: new Date(member.since).toISOString(),
        ended_at: member.endedAt === null ? null : new Date(member.endedAt).toISOString(),
      })),
      failing: ofAlert[0]?.failing ?? 0,
      count: ofAlert[0]?.total ?? 0,
    };
  });
}

export const toDelivery = ({
  delivery,
  name,
  person,
}: Awaited<ReturnType<typeof listDeliveriesOf>>[number]): Delivery => ({
  id: delivery.id,
  channel: { id: delivery.channelId, name },
  alert_id: delivery.alertId,
  event: delivery.event,
  state: delivery.state,
  attempts: delivery.attempts,
  created_at: delivery.createdAt.toISOString(),
  sent_at: delivery.sentAt?.toISOString() ?? null,
  due_at: delivery.state === 'waiting' ? delivery.dueAt.toISOString() : null,
  // A mail server may quote the address, which other people must not see (0127).
  outcome: delivery.recipient === null ? delivery.outcome : withoutAddresses(delivery.outcome),
  person,
});

const withoutAddresses = (text: string | null): string | null =>
  text?.replaceAll(/[^\s<>"]+@[^\s<>"]*/g, '(address)') ?? null;
