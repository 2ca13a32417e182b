import type { AlertEvent } from '@mission-control/contract/alerts/schema';
import { quietUntil } from '@mission-control/contract/alerts/rules';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { messageOf } from '../deliver/message.ts';
import { insertDeliveries, listChannelIds, listFirstMembers, skipUnsent } from '../deliver/queries-outbox.ts';
import type { alerts } from '../tables.ts';
import type { Trouble } from '../troubles/trouble.ts';
import type { Step } from './plan.ts';
import { endMembers, insertAlerts, isEvaluator, putMembers, updateAlert, type StoredRule } from './queries-evaluate.ts';

export interface PlannedSteps {
  ruleId: number;
  steps: Step[];
}

interface Writing {
  planned: readonly PlannedSteps[];
  /** Alerts whose acknowledgement has run out. */
  expired: readonly { id: number; ruleId: number }[];
  rules: ReadonlyMap<number, StoredRule>;
  now: Date;
}

type StoredAlert = typeof alerts.$inferSelect;
interface Told {
  alert: StoredAlert;
  event: AlertEvent;
}

/**
 * Stores the steps, with the messages about them in the same transaction: both exist or none. Returns the ids of the new alerts in the
 * order of their steps; null when another process evaluates by now, and nothing was stored.
 */
export function writeSteps(ctx: Ctx, { planned, expired, rules, now }: Writing): Promise<number[] | null> {
  return inUnauditedTransaction(ctx, async ({ db, changed }) => {
    if (!(await isEvaluator(db, ctx.processId))) return null;
    const told: Told[] = [];
    const opened = await openAlerts(db, { planned, rules, now }, told);
    for (const { steps } of planned) for (const step of steps) await changeAlert(db, step, now, told);
    for (const { id } of expired) {
      const alert = await updateAlert(db, id, { state: 'open', acknowledgedBy: null, acknowledgedAt: null });
      if (alert) told.push({ alert, event: 'reminder' });
    }
    await tell(ctx, db, { told, rules, now });
    changed(TOPIC.alerts);
    return opened;
  });
}

async function openAlerts(
  db: Transaction,
  { planned, rules, now }: Pick<Writing, 'planned' | 'rules' | 'now'>,
  told: Told[],
): Promise<number[]> {
  const fresh = planned.flatMap(({ ruleId, steps }) =>
    steps.flatMap((step) => (step.kind === 'open' ? [{ ruleId, ...step }] : [])),
  );
  const rows = fresh.map(({ ruleId, group }) => ({
    ruleId,
    cause: group.cause,
    title: group.title,
    severity: rules.get(ruleId)?.severity ?? ('notice' as const),
    since: sinceOf(group.troubles, now),
    openedAt: now,
  }));
  const stored = await insertAlerts(db, rows);
  const members = stored.flatMap(({ id }, at) => rowsOf(id, fresh[at]?.group.troubles ?? []));
  await putMembers(db, members);
  stored.forEach((alert, at) => told.push({ alert, event: fresh[at]?.event ?? 'opened' }));
  return stored.map(({ id }) => id);
}

async function changeAlert(db: Transaction, step: Step, now: Date, told: Told[]): Promise<void> {
  switch (step.kind) {
    case 'open':
      return;
    case 'join':
      return putMembers(db, rowsOf(step.id, step.troubles));
    case 'end':
      return endMembers(db, step.id, step.subjects, now);
    case 'quiet':
      return void (await updateAlert(db, step.id, { quietSince: step.since === null ? null : new Date(step.since) }));
    case 'resolve': {
      const alert = await updateAlert(db, step.id, { state: 'resolved', resolvedAt: now });
      if (alert) told.push({ alert, event: step.event });
      return;
    }
    case 'reopen': {
      const { group, returns, flapping, event } = step;
      const { cause: _cause, troubles, ...facts } = group;
      const free = { acknowledgedBy: null, acknowledgedAt: null, acknowledgedUntil: null, note: null };
      const back = { state: 'open', resolvedAt: null, quietSince: null, returns, flapping, ...free, ...facts } as const;
      const alert = await updateAlert(db, step.id, back);
      await putMembers(db, rowsOf(step.id, troubles));
      if (alert && event !== null) told.push({ alert, event });
    }
  }
}

const sinceOf = (troubles: readonly Trouble[], now: Date): Date =>
  new Date(Math.min(now.getTime(), ...troubles.map(({ since }) => since)));

const rowsOf = (alertId: number, troubles: readonly Trouble[]) =>
  troubles.map(({ subject, label, detail, tenantId, link, environmentIds, service, since }) => ({
    alertId,
    subject,
    label,
    detail,
    tenantId,
    link,
    environmentIds: [...environmentIds],
    service,
    since: new Date(since),
    endedAt: null,
  }));

/** Puts the messages into the outbox. An alert that ends before its quiet hours did is not told at all. */
async function tell(
  ctx: Ctx,
  db: Transaction,
  { told, rules, now }: { told: Told[] } & Pick<Writing, 'rules' | 'now'>,
) {
  if (told.length === 0) return;
  const channels = await listChannelIds(db);
  const resolved = told.flatMap(({ alert, event }) => (event === 'resolved' ? [alert.id] : []));
  const skipped = await skipUnsent(db, resolved, now);
  const members = await listFirstMembers(
    db,
    told.map(({ alert }) => alert.id),
  );
  const address = ctx.address?.() ?? null;
  const rows = told.flatMap(({ alert, event }) => {
    const rule = rules.get(alert.ruleId);
    if (!rule) return [];
    const dueAt = quietUntil(rule.quiet, now) ?? now;
    const own = rule.channels.filter((id) => channels.has(id) && !skipped.has(`${alert.id} ${id}`));
    return own.map((channelId) => {
      const id = ctx.random.uuid();
      const message = messageOf({ id, event, at: now, alert, rule, members: members.get(alert.id), address });
      return { id, alertId: alert.id, channelId, event, message, dueAt };
    });
  });
  await insertDeliveries(db, rows);
}
