import { roleIncludes } from '@mission-control/contract/call';
import type { AlertSubscription, SubscriptionInput } from '@mission-control/contract/alerts/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockCaller } from '../../auth/public.ts';
import { putViewUses } from '../../views/public.ts';
import {
  countSubscriptions,
  findMailChannel,
  insertSubscription,
  listSubscriptionRows,
  lockSubscription,
  skipWaiting,
  updateSubscription,
  type StoredSubscription,
} from './queries-subscriptions.ts';

const TOPICS = [TOPIC.alertSubscriptions];
/** Maximum subscriptions per person. */
const MAX_SUBSCRIPTIONS = 20;

const personOf = (ctx: Ctx): number => {
  if (ctx.actor.id === null) throw new AppError('role_denied', 'Only people can subscribe to e-mails.');
  return ctx.actor.id;
};
const isAdmin = ({ actor }: Ctx): boolean => actor.role !== null && roleIncludes(actor.role, 'admin');

/** The caller's own subscriptions; for admins, everybody's. */
export async function listAlertSubscriptions(
  ctx: Ctx,
): Promise<{ subscriptions: AlertSubscription[]; sends: boolean }> {
  const userId = personOf(ctx);
  const found = await listSubscriptionRows(ctx.db, isAdmin(ctx) ? null : userId);
  return {
    subscriptions: found.map(({ subscription, person, off, lastSentAt }) => ({
      id: subscription.id,
      ...inputOf(subscription),
      person,
      own: subscription.userId === userId,
      off,
      created_at: subscription.createdAt.toISOString(),
      last_sent_at: lastSentAt === null ? null : new Date(lastSentAt).toISOString(),
    })),
    sends: (await findMailChannel(ctx.db)) !== null,
  };
}

/** @throws AppError('refused') beyond the limit */
export async function addAlertSubscription(ctx: Ctx, input: SubscriptionInput): Promise<AlertSubscription> {
  const userId = personOf(ctx);
  const { id } = await inTransaction(ctx, async ({ db, record }) => {
    await lockCaller(ctx, db);
    const made = await insertSubscription(db, { ...valuesOf(input), userId, createdAt: ctx.clock.now() });
    if ((await countSubscriptions(db, userId)) > MAX_SUBSCRIPTIONS)
      throw new AppError('refused', `A person can have at most ${MAX_SUBSCRIPTIONS} subscriptions. End one first.`);
    await followViews(db, made, ctx.actor.name);
    record({ action: 'alert-subscription.added', subject: ctx.actor.name, after: input, topics: TOPICS });
    return made;
  });
  return readSubscription(ctx, id);
}

/** @throws AppError('not_found'), also for a subscription of another person */
export async function saveAlertSubscription(
  ctx: Ctx,
  id: number,
  input: SubscriptionInput,
): Promise<AlertSubscription> {
  await inTransaction(ctx, async ({ db, record }) => {
    const { subscription: before, person } = await requireSubscription(db, id);
    if (before.userId !== personOf(ctx)) throw noSubscription(id);
    await updateSubscription(db, id, valuesOf(input));
    await followViews(db, { ...before, ...valuesOf(input) }, person);
    // Queued messages are addressed to the previous address.
    if (before.email !== input.email) await skipWaiting(db, id);
    record({
      action: 'alert-subscription.changed',
      subject: ctx.actor.name,
      before: inputOf(before),
      after: input,
      topics: TOPICS,
    });
  });
  return readSubscription(ctx, id);
}

/** Admins may end any subscription. @throws AppError('not_found') */
export function endAlertSubscription(ctx: Ctx, id: number): Promise<Record<string, never>> {
  return inTransaction(ctx, async ({ db, record }) => {
    const { subscription: before, person } = await requireSubscription(db, id);
    if (before.userId !== personOf(ctx) && !isAdmin(ctx)) throw noSubscription(id);
    await updateSubscription(db, id, { endedAt: ctx.clock.now() });
    await followViews(db, { ...before, views: [] }, person);
    await skipWaiting(db, id);
    record({ action: 'alert-subscription.ended', subject: person, before: inputOf(before), topics: TOPICS });
    return {};
  });
}

async function readSubscription(ctx: Ctx, id: number): Promise<AlertSubscription> {
  const found = (await listAlertSubscriptions(ctx)).subscriptions.find((one) => one.id === id);
  if (!found) throw noSubscription(id);
  return found;
}

async function requireSubscription(db: Transaction, id: number) {
  const found = await lockSubscription(db, id);
  if (!found) throw noSubscription(id);
  return found;
}

const noSubscription = (id: number): AppError =>
  new AppError('not_found', `You have no subscription ${id}. It may have been ended.`);

/** Like a rule, a subscription prevents the deletion of its views. */
const followViews = (db: Transaction, { id, userId, views }: StoredSubscription, person: string): Promise<void> =>
  putViewUses(db, userId, {
    usedBy: `alert-subscription:${id}`,
    label: `a subscription of ${person}`,
    userId,
    viewIds: views,
  });

const valuesOf = ({ email, rules, severities, scope }: SubscriptionInput) => ({
  email,
  rules,
  severities,
  ...scope,
  views: scope.views ?? [],
});

function inputOf(stored: StoredSubscription): SubscriptionInput {
  const { email, rules, severities, regions, environments, tenants, views } = stored;
  return { email, rules, severities, scope: { regions, environments, tenants, views } };
}
