import type { AlertEvent } from '@mission-control/contract/alerts/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import type { Problem } from '../problems/problem.ts';
import type { TenantViews } from '../view-tenants.ts';
import type { Step } from './plan.ts';
import { notify, type Notification } from './notify.ts';
import {
  endAcknowledgements,
  endMembers,
  insertAlerts,
  isEvaluator,
  putMembers,
  readAlerts,
  reopenAlerts,
  setAlerts,
  type StoredRule,
} from './queries-evaluate.ts';

export interface PlannedSteps {
  ruleId: number;
  steps: Step[];
}

interface Writing {
  planned: readonly PlannedSteps[];
  /** Alerts whose acknowledgement had expired when they were read. */
  expired: readonly { id: number; ruleId: number }[];
  rules: ReadonlyMap<number, StoredRule>;
  /** Which views list a tenant. */
  listed: TenantViews;
  now: Date;
}

/**
 * Stores the steps together with their messages in one transaction. Returns the ids of the new alerts in the order of their steps; null,
 * without storing anything, when another process has become the evaluator. The number of statements does not depend on the number of
 * steps.
 */
export function writeSteps(ctx: Ctx, writing: Writing): Promise<number[] | null> {
  const { planned, expired, rules, listed, now } = writing;
  return inUnauditedTransaction(ctx, async ({ db, changed }) => {
    if (!(await isEvaluator(db, ctx.processId))) return null;
    const steps = planned.flatMap((one) => one.steps);
    const { opened, members } = await openAlerts(db, writing);
    await changeAlerts(db, steps, now);
    await putMembers(db, [...members, ...membersOf(steps)]);
    // After the changes: an alert that they resolve stays resolved, without a reminder.
    const reminded = await endAcknowledgements(
      db,
      expired.map(({ id }) => id),
      now,
    );
    const notifications = await readNotifications(db, [
      ...opened,
      ...steps.flatMap((step) => ('id' in step && 'event' in step ? [{ id: step.id, event: step.event }] : [])),
      ...reminded.map((id) => ({ id, event: 'reminder' as const })),
    ]);
    const joined = steps.flatMap((step) => (step.kind === 'join' ? [step.id] : []));
    await notify(ctx, db, { notifications, joined, rules, listed, now });
    changed(TOPIC.alerts);
    return opened.map(({ id }) => id);
  });
}

/** The alerts that have messages, in their current state. */
async function readNotifications(
  db: Transaction,
  events: readonly { id: number; event: AlertEvent | null }[],
): Promise<readonly Notification[]> {
  const alerts = await readAlerts(
    db,
    events.map(({ id }) => id),
  );
  return events.flatMap(({ id, event }) => {
    const alert = alerts.get(id);
    return alert && event !== null ? [{ alert, event }] : [];
  });
}

async function openAlerts(db: Transaction, { planned, rules, now }: Pick<Writing, 'planned' | 'rules' | 'now'>) {
  const fresh = planned.flatMap(({ ruleId, steps }) =>
    steps.flatMap((step) => (step.kind === 'open' ? [{ ruleId, ...step }] : [])),
  );
  const rows = fresh.map(({ ruleId, group }) => ({
    ruleId,
    cause: group.cause,
    title: group.title,
    severity: rules.get(ruleId)?.severity ?? ('notice' as const),
    since: sinceOf(group.problems, now),
    openedAt: now,
  }));
  const ids = await insertAlerts(db, rows);
  return {
    opened: fresh.map(({ event }, at) => ({ id: ids[at] ?? 0, event })),
    members: fresh.flatMap(({ group }, at) => rowsOf(ids[at] ?? 0, group.problems)),
  };
}

/** Applies the changes to known alerts, batched by kind of step. */
async function changeAlerts(db: Transaction, steps: readonly Step[], now: Date): Promise<void> {
  const of = <Kind extends Step['kind']>(kind: Kind) =>
    steps.filter((step): step is Extract<Step, { kind: Kind }> => step.kind === kind);
  const idsOf = (some: readonly { id: number }[]) => some.map(({ id }) => id);
  const ended = of('end').flatMap(({ id: alertId, subjects }) => subjects.map((subject) => ({ alertId, subject })));
  await endMembers(db, ended, now);
  for (const [since, some] of Map.groupBy(of('quiet'), (step) => step.since))
    await setAlerts(db, idsOf(some), { quietSince: since === null ? null : new Date(since) });
  await setAlerts(db, idsOf(of('resolve')), { state: 'resolved', resolvedAt: now });
  await reopenAlerts(
    db,
    of('reopen').map(({ id, group, returns, flapping }) => ({ id, title: group.title, returns, flapping })),
  );
}

/** Subjects that join known alerts. */
const membersOf = (steps: readonly Step[]) =>
  steps.flatMap((step) => {
    if (step.kind === 'join') return rowsOf(step.id, step.problems);
    return step.kind === 'reopen' ? rowsOf(step.id, step.group.problems) : [];
  });

export const sinceOf = (problems: readonly Problem[], now: Date): Date =>
  new Date(problems.reduce((first, { since }) => Math.min(first, since), now.getTime()));

const rowsOf = (alertId: number, problems: readonly Problem[]) =>
  problems.map(({ subject, label, detail, tenantId, regionId, link, environmentIds, service, since }) => ({
    alertId,
    subject,
    label,
    detail,
    tenantId,
    link,
    regionId,
    environmentIds: [...environmentIds],
    service,
    since: new Date(since),
  }));
