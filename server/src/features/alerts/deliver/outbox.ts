import { createHmac } from 'node:crypto';
import { quietUntil } from '@mission-control/contract/alerts/rules';
import { TOPIC } from '@mission-control/contract/topics';
import type { AlertMessage } from '@mission-control/contract/alerts/schema';
import type { Ctx } from '../../../platform/context.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SentMail } from '../../../ports/notifications.ts';
import { openSecrets } from '../channel-secrets.ts';
import type { StoredChannel } from '../queries.ts';
import { findRefusal } from '../subscriptions/queries-subscriptions.ts';
import { bodyOf, textOf } from './message.ts';
import { claimDue, findChannel, storeOutcome, type Claimed } from './queries-outbox.ts';

/** Maximum concurrent attempts per process and per channel: a receiver that hangs must not block the others. */
const MAX_ATTEMPTS = 20;
const MAX_PER_CHANNEL = 5;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 3_600_000;
/** After this time a message is given up, not counting the quiet hours that held it back. */
const GIVE_UP_MS = 24 * 3_600_000;

/** The delay after a number of attempts: it doubles, up to an hour. */
export const retryAfter = (attempts: number): number =>
  Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(20, attempts - 1));

/**
 * Sends the messages that are due. Each is claimed before it is sent and marked afterwards: after a crash in between it is sent again with
 * the same id, so that the receiver can deduplicate. Returns the attempts.
 * @param sending messages that this process is still sending
 */
export async function startDueDeliveries(
  ctx: Ctx,
  sending: readonly string[],
): Promise<{ id: string; ended: Promise<void> }[]> {
  const max = MAX_ATTEMPTS - sending.length;
  const claimed = await claimDue(ctx.db, ctx.processId, { max, perChannel: MAX_PER_CHANNEL, sending });
  const deliverOne = async (one: Claimed): Promise<void> => {
    await deliver(ctx, one);
    await inUnauditedTransaction(ctx, async ({ changed }) => changed(TOPIC.alerts));
  };
  return claimed.map((one) => ({ id: one.id, ended: deliverOne(one) }));
}

/** Sends the messages that are due, and waits for the outcomes. Returns the number of attempts. */
export async function deliverDue(ctx: Ctx): Promise<number> {
  const started = await startDueDeliveries(ctx, []);
  await Promise.all(started.map(({ ended }) => ended));
  return started.length;
}

async function deliver(ctx: Ctx, claimed: Claimed): Promise<void> {
  const { id, channelId, message, attempts, recipient } = claimed;
  const channel = await findChannel(ctx.db, channelId);
  const refusal = await refusalOf(ctx, claimed, channel);
  if (!channel || refusal !== null)
    return storeOutcome(ctx.db, ctx.processId, id, { state: 'skipped', outcome: refusal ?? '' });
  const result = await attempt(ctx, channel, message, recipient);
  if (result.sent) return storeOutcome(ctx.db, ctx.processId, id, { state: 'sent', outcome: result.outcome });
  const retryMs = retryAfter(attempts);
  const isLast = message.event === 'test' || sinceDueMs(claimed) + retryMs > GIVE_UP_MS;
  ctx.log.warn(
    { delivery: id, channel: channelId, attempts, reason: result.outcome },
    'an alert could not be delivered',
  );
  await storeOutcome(ctx.db, ctx.processId, id, {
    state: isLast ? 'given-up' : 'waiting',
    outcome: result.outcome,
    ...(!isLast && { retryMs }),
  });
}

/** Time in ms since a message was first due: quiet hours hold back those written in them. */
function sinceDueMs({ ageMs, message, quiet }: Claimed): number {
  const at = new Date(message.at);
  return ageMs - ((quietUntil(quiet, at) ?? at).getTime() - at.getTime());
}

/** Why a message must not be sent any more; null if it may. */
async function refusalOf(
  ctx: Ctx,
  { subscriptionId }: Claimed,
  channel: StoredChannel | undefined,
): Promise<string | null> {
  if (!channel) return 'The channel was deleted.';
  if (!channel.enabled) return 'The channel is switched off.';
  if (subscriptionId === null) return null;
  if (channel.email?.people !== true) return 'The channel is no longer used for subscriptions.';
  return findRefusal(ctx.db, subscriptionId);
}

interface Attempt {
  sent: boolean;
  outcome: string;
  /** Recipients that did not get a message that was sent. */
  refused: readonly string[];
}

/** Sends a message once. Never throws: the outcome states the error. @param recipient replaces the recipients of the channel */
export async function attempt(
  ctx: Ctx,
  channel: StoredChannel,
  message: AlertMessage,
  recipient: string | null = null,
): Promise<Attempt> {
  try {
    const { reply, refused } = await send(ctx, channel, message, recipient);
    return { sent: true, outcome: reply, refused };
  } catch (error) {
    if (!(error instanceof AppError)) ctx.log.error({ err: error, channel: channel.id }, 'a channel could not be used');
    const outcome = error instanceof AppError ? error.message : 'The message could not be created.';
    return { sent: false, outcome, refused: [] };
  }
}

async function send(
  ctx: Ctx,
  channel: StoredChannel,
  message: AlertMessage,
  recipient: string | null,
): Promise<SentMail> {
  const { url, secret } = openSecrets(ctx.secrets, channel);
  const { notifications } = ctx.ports;
  if (channel.kind === 'email') {
    if (channel.email === null) throw new AppError('refused', 'The channel has no mail server.');
    const { head, lines } = textOf(message);
    const text = `${[...lines, ...(recipient === null ? [] : unsubscribeLines(ctx))].join('\n')}\n`;
    const { people: _people, ...server } = channel.email;
    const to = recipient === null ? server.to : [recipient];
    return notifications.mail({ ...server, to, password: secret, subject: head, text, id: message.id });
  }
  if (url === null) throw new AppError('refused', 'The channel has no address.');
  const body = JSON.stringify(bodyOf(channel.kind, message));
  const headers = secret === null ? {} : signed(secret, ctx.clock.now(), body);
  return { reply: await notifications.post({ url, id: message.id, body, headers }), refused: [] };
}

/** Explains why a person receives a message, and where to unsubscribe. */
const unsubscribeLines = (ctx: Ctx): string[] => {
  const address = ctx.address?.() ?? null;
  const where = address === null ? 'in the console, under Alerts, Subscriptions' : `${address}/alerts/subscriptions`;
  return ['', 'You receive this because you subscribed to these alerts. Change or cancel the subscription:', where];
};

/** HMAC-SHA256 over `timestamp.body`, in hexadecimal; the timestamp is in seconds since 1970. */
function signed(secret: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-mission-control-timestamp': timestamp, 'x-mission-control-signature': `v1=${signature}` };
}
