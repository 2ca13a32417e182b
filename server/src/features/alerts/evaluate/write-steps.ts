import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import type { Trouble } from '../troubles/trouble.ts';
import type { TenantViews } from '../view-tenants.ts';
import type { Step } from './plan.ts';
import { tell, type Told } from './tell.ts';
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
  /** Which views list a tenant. */
  listed: TenantViews;
  now: Date;
}

/**
 * Stores the steps, with the messages about them in the same transaction: both exist or none. Returns the ids of the new alerts in the
 * order of their steps; null when another process evaluates by now, and nothing was stored.
 */
export function writeSteps(ctx: Ctx, { planned, expired, rules, listed, now }: Writing): Promise<number[] | null> {
  return inUnauditedTransaction(ctx, async ({ db, changed }) => {
    if (!(await isEvaluator(db, ctx.processId))) return null;
    const told: Told[] = [];
    const opened = await openAlerts(db, { planned, rules, now }, told);
    for (const { steps } of planned) for (const step of steps) await changeAlert(db, step, now, told);
    for (const { id } of expired) {
      const alert = await updateAlert(db, id, { state: 'open', acknowledgedBy: null, acknowledgedAt: null });
      if (alert) told.push({ alert, event: 'reminder' });
    }
    const joined = planned.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'join' ? [step.id] : [])));
    await tell(ctx, db, { told, joined, rules, listed, now });
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
  troubles.map(({ subject, label, detail, tenantId, regionId, link, environmentIds, service, since }) => ({
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
    endedAt: null,
  }));
