import type { AlertRule, RuleInput } from '@mission-control/contract/alerts/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { rejectStale, stamp } from '../../platform/stamp.ts';
import { putViewUses } from '../views/public.ts';
import { countOpenAlerts, insertRule, listExistingChannels, listRuleRows, lockRule, updateRule } from './queries.ts';
import type { alertRules } from './tables.ts';

type StoredRule = typeof alertRules.$inferSelect;
const TOPICS = [TOPIC.alertRules];

export async function listAlertRules(ctx: Ctx): Promise<{ rules: AlertRule[] }> {
  const found = await listRuleRows(ctx.db);
  return { rules: found.map(({ rule, open }) => toRule(rule, open)) };
}

/** @throws AppError('bad_request') for an unknown channel */
export function addAlertRule(ctx: Ctx, input: RuleInput): Promise<AlertRule> {
  return inTransaction(ctx, async ({ db, record }) => {
    await requireChannels(db, input.channels);
    const rule = await insertRule(db, { ...input, ...stamp(ctx) });
    await followViews(ctx, db, rule);
    record({ action: 'alert-rule.added', subject: rule.name, after: input, topics: TOPICS });
    return toRule(rule, 0);
  });
}

/**
 * @param known the `updated_at` that the save is based on; without it the last save wins
 * @throws AppError('not_found'), AppError('conflict') for an older `known`, AppError('bad_request') for an unknown channel
 */
export function saveAlertRule(ctx: Ctx, id: number, input: RuleInput, known?: string): Promise<AlertRule> {
  return inTransaction(ctx, async ({ db, record }) => {
    const before = await lockRule(db, id);
    if (!before) throw noRule(id);
    rejectStale(before, known);
    if (before.kind !== input.kind)
      throw new AppError('bad_request', 'What a rule watches cannot be changed. Add another rule.');
    await requireChannels(db, input.channels);
    const rule = await updateRule(db, id, { ...input, ...stamp(ctx) });
    await followViews(ctx, db, rule);
    record({ action: 'alert-rule.changed', subject: rule.name, before: inputOf(before), after: input, topics: TOPICS });
    return toRule(rule, await countOpenAlerts(db, id));
  });
}

/** @throws AppError('not_found') */
export function deleteAlertRule(ctx: Ctx, id: number): Promise<Record<string, never>> {
  return inTransaction(ctx, async ({ db, record }) => {
    const before = await lockRule(db, id);
    if (!before) throw noRule(id);
    await putViewUses(db, ctx.actor.id, { ...userOf(before), viewIds: [] });
    await updateRule(db, id, { deletedAt: ctx.clock.now(), ...stamp(ctx) });
    record({ action: 'alert-rule.deleted', subject: before.name, before: inputOf(before), topics: TOPICS });
    return {};
  });
}

const noRule = (id: number): AppError => new AppError('not_found', `There is no rule ${id}. It may have been deleted.`);
const userOf = ({ id, name }: StoredRule) => ({ usedBy: `alert-rule:${id}`, label: `the rule ${name}` });
/** Blocks the deletion of the rule's views: its scope must neither widen nor become empty without a change of the rule. */
const followViews = ({ actor }: Ctx, db: Transaction, rule: StoredRule) =>
  putViewUses(db, actor.id, { ...userOf(rule), viewIds: rule.scope.views ?? [] });

async function requireChannels(db: Transaction, ids: readonly number[]): Promise<void> {
  const found = await listExistingChannels(db, ids);
  if (ids.every((id) => found.includes(id))) return;
  const message = 'A channel was deleted. Open the rule again.';
  throw new AppError('bad_request', message, { fields: { channels: message } });
}

function inputOf({ name, kind, limit, minutes, severity, scope, quiet, channels, enabled }: StoredRule): RuleInput {
  return { name, kind, limit, minutes, severity, scope, quiet, channels, enabled };
}

const toRule = (rule: StoredRule, open: number): AlertRule => ({
  id: rule.id,
  ...inputOf(rule),
  updated_at: rule.updatedAt.toISOString(),
  updated_by: rule.updatedBy,
  open,
});
