import type { CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/alerts/calls';
import type { AlertChannel, ChannelInput, ChannelSettings, Delivery } from '@mission-control/contract/alerts/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction, inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { rejectStale, stamp } from '../../platform/stamp.ts';
import { sealSecret } from './channel-secrets.ts';
import { testMessage } from './deliver/message.ts';
import { attempt } from './deliver/outbox.ts';
import { findChannel, findDelivery, insertLeased, listDeliveriesOf, storeOutcome } from './deliver/queries-outbox.ts';
import { toDelivery } from './list-alerts.ts';
import {
  insertChannel,
  listChannelRows,
  listLastDeliveries,
  lockChannel,
  updateChannel,
  type StoredChannel,
} from './queries.ts';

const TOPICS = [TOPIC.alertChannels];
const DELIVERIES_SHOWN = 30;

export async function listAlertChannels(ctx: Ctx): Promise<{ channels: AlertChannel[] }> {
  const rows = await listChannelRows(ctx.db);
  const last = new Map((await listLastDeliveries(ctx.db)).map((one) => [one.delivery.channelId, one]));
  return {
    channels: rows.map(({ channel, rules, waiting }) => {
      const found = last.get(channel.id);
      const shown = found ? toDelivery({ ...found, name: channel.name }) : null;
      return toChannel(channel, { rules, waiting, last: shown });
    }),
  };
}

/** @throws AppError('bad_request') without the secrets that a new channel needs */
export async function addAlertChannel(ctx: Ctx, input: ChannelInput): Promise<AlertChannel> {
  requireSecrets(input.settings);
  return inTransaction(ctx, async ({ db, record }) => {
    const { id } = await insertChannel(db, { ...facts(ctx, input), target: targetOf(input.settings) ?? '' });
    // The stamp keeps the update from being empty when there is no secret to store.
    const channel = await updateChannel(db, id, { ...stamp(ctx), ...sealed(ctx, id, input.settings) });
    record({ action: 'alert-channel.added', subject: input.name, after: shownOf(channel), topics: TOPICS });
    return toChannel(channel, { rules: 0, waiting: 0, last: null });
  });
}

/**
 * A null secret keeps the stored one.
 * @param known the `updated_at` that the save is based on; without it the last save wins
 * @throws AppError('not_found' | 'bad_request'), AppError('conflict') for an older `known`
 */
export async function saveAlertChannel(
  ctx: Ctx,
  id: number,
  input: ChannelInput,
  known?: string,
): Promise<AlertChannel> {
  await inTransaction(ctx, async ({ db, record }) => {
    const before = await lockChannel(db, id);
    if (!before) throw noChannel(id);
    rejectStale(before, known);
    const { settings } = input;
    if (before.kind !== settings.kind)
      throw new AppError('bad_request', 'The kind of a channel cannot be changed. Add another channel.');
    if (isDestinationChanged(before, settings))
      requireSecrets(settings, 'Enter the secret again: the destination or the encryption of the channel has changed.');
    const target = targetOf(settings);
    const channel = await updateChannel(db, id, {
      ...facts(ctx, input),
      ...(target !== null && { target }),
      ...sealed(ctx, id, settings),
    });
    record({
      action: 'alert-channel.changed',
      subject: input.name,
      before: shownOf(before),
      after: { ...shownOf(channel), new_secrets: Object.keys(sealed(ctx, id, settings)) },
      topics: TOPICS,
    });
  });
  return readChannel(ctx, id);
}

/** @throws AppError('not_found') */
export function deleteAlertChannel(ctx: Ctx, id: number): Promise<Record<string, never>> {
  return inTransaction(ctx, async ({ db, record }) => {
    const before = await lockChannel(db, id);
    if (!before) throw noChannel(id);
    // The secrets are deleted immediately; the name is kept for what the channel has sent.
    await updateChannel(db, id, { deletedAt: ctx.clock.now(), url: null, secret: null, ...stamp(ctx) });
    record({ action: 'alert-channel.deleted', subject: before.name, before: shownOf(before), topics: TOPICS });
    return {};
  });
}

/** Sends a test message and returns the outcome. @throws AppError('not_found') */
export async function testAlertChannel(ctx: Ctx, id: number): Promise<CallResponse<typeof calls.testAlertChannel>> {
  const channel = await findChannel(ctx.db, id);
  if (!channel) throw noChannel(id);
  const delivery = ctx.random.uuid();
  const message = testMessage(delivery, ctx.clock.now());
  await inTransaction(ctx, async ({ db, record }) => {
    await insertLeased(db, ctx.processId, { id: delivery, channelId: id, event: 'test', message });
    record({ action: 'alert-channel.tested', subject: channel.name, topics: TOPICS });
  });
  const { sent, outcome, refused } = await attempt(ctx, channel, message);
  await storeOutcome(ctx.db, ctx.processId, delivery, { state: sent ? 'sent' : 'given-up', outcome });
  await inUnauditedTransaction(ctx, async ({ changed }) => changed(...TOPICS));
  const stored = await findDelivery(ctx.db, delivery);
  if (!stored) throw noChannel(id);
  return { ...toDelivery(stored), refused: [...refused] };
}

/** @throws AppError('not_found') */
export async function listDeliveries(ctx: Ctx, id: number): Promise<{ deliveries: Delivery[] }> {
  if (!(await findChannel(ctx.db, id))) throw noChannel(id);
  return { deliveries: (await listDeliveriesOf(ctx.db, { channelId: id }, DELIVERIES_SHOWN)).map(toDelivery) };
}

async function readChannel(ctx: Ctx, id: number): Promise<AlertChannel> {
  const found = (await listAlertChannels(ctx)).channels.find((channel) => channel.id === id);
  if (!found) throw noChannel(id);
  return found;
}

const noChannel = (id: number): AppError =>
  new AppError('not_found', `There is no channel ${id}. It may have been deleted.`);

function facts(ctx: Ctx, { name, enabled, settings }: ChannelInput) {
  const { kind } = settings;
  if (settings.kind !== 'email') return { name, enabled, kind, email: null, ...stamp(ctx) };
  const { host, port, security, user, from, to, people } = settings;
  return { name, enabled, kind, email: { host, port, security, user, from, to, people }, ...stamp(ctx) };
}

/** Replaces the secret address where it is displayed; null keeps it unchanged. */
function targetOf(settings: ChannelSettings): string | null {
  if (settings.kind === 'email') return settings.to.join(', ');
  return settings.url === null ? null : new URL(settings.url).host;
}

/** Encrypts the given secrets; null ones are omitted. */
function sealed(ctx: Ctx, id: number, settings: ChannelSettings): { url?: string; secret?: string } {
  const url = settings.kind === 'email' ? null : settings.url;
  const secret = settings.kind === 'email' ? settings.password : settings.kind === 'webhook' ? settings.secret : null;
  return {
    ...(url !== null && { url: sealSecret(ctx.secrets, id, 'url', url) }),
    ...(secret !== null && { secret: sealSecret(ctx.secrets, id, 'secret', secret) }),
  };
}

function requireSecrets(settings: ChannelSettings, message = 'must be given'): void {
  const missing = [
    ...(settings.kind !== 'email' && settings.url === null ? ['settings.url'] : []),
    ...(settings.kind === 'webhook' && settings.secret === null ? ['settings.secret'] : []),
    ...(settings.kind === 'email' && settings.user !== null && settings.password === null ? ['settings.password'] : []),
  ];
  if (missing.length === 0) return;
  throw new AppError('bad_request', `${missing.join(', ')}: ${message}`, {
    fields: Object.fromEntries(missing.map((field) => [field, message])),
  });
}

/** A stored password or key must not be sent to a destination that somebody has changed, nor in clear text. */
function isDestinationChanged({ email, kind }: StoredChannel, settings: ChannelSettings): boolean {
  if (settings.kind === 'email')
    return (
      email === null ||
      email.host !== settings.host ||
      email.port !== settings.port ||
      email.user !== settings.user ||
      (settings.security === 'none' && email.security !== 'none')
    );
  return kind === 'webhook' && settings.url !== null;
}

const shownOf = ({ name, kind, enabled, target, email }: StoredChannel) => ({ name, kind, enabled, target, email });

const toChannel = (
  channel: StoredChannel,
  { rules, waiting, last }: Pick<AlertChannel, 'rules' | 'waiting' | 'last'>,
): AlertChannel => ({
  id: channel.id,
  ...shownOf(channel),
  email: channel.email && { ...channel.email, people: channel.email.people ?? false },
  rules,
  waiting,
  last,
  updated_at: channel.updatedAt.toISOString(),
  updated_by: channel.updatedBy,
});
