import type { QuietHours } from '@mission-control/contract/alerts/rules';
import type { AlertMessage } from '@mission-control/contract/alerts/schema';
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { rows, type Db, type Transaction } from '../../../platform/database/database.ts';
import { insertRows } from '../../../platform/database/insert-rows.ts';
import { users } from '../../auth/public.ts';
import type { StoredChannel } from '../queries.ts';
import { alertChannels, alertDeliveries, alertMembers, alertRules, alerts, alertSubscriptions } from '../tables.ts';

/** Channels that may get messages. */
export async function listChannelIds(db: Db): Promise<ReadonlySet<number>> {
  const found = await db
    .select({ id: alertChannels.id })
    .from(alertChannels)
    .where(and(eq(alertChannels.enabled, true), isNull(alertChannels.deletedAt)));
  return new Set(found.map(({ id }) => id));
}

/** Maximum subjects named in a message. */
const MAX_NAMED_SUBJECTS = 50;

/** Number of subjects of each alert, and the first ones. */
export async function listFirstMembers(db: Db, ids: readonly number[]) {
  type Member = NonNullable<AlertMessage['alert']>['members'][number];
  const found = await rows<{ id: number; count: number; first: Member[] }>(
    db,
    sql`select alert_id as id, max(total)::int as count, json_agg(json_build_object('label', label, 'detail', detail,
        'tenant_id', tenant_id, 'link', link, 'since', to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by since, label) as first
      from (
        select m.*, count(*) over per_alert as total, row_number() over (per_alert order by since, label) as place
        from ${alertMembers} m where alert_id = any(${sql.param([...ids])}::integer[])
        window per_alert as (partition by alert_id)
      ) numbered where place <= ${MAX_NAMED_SUBJECTS} group by alert_id`,
  );
  return new Map(found.map(({ id, ...rest }) => [id, rest]));
}

type NewDelivery = Pick<
  typeof alertDeliveries.$inferInsert,
  'id' | 'alertId' | 'channelId' | 'subscriptionId' | 'recipient' | 'event' | 'message' | 'dueAt'
>;

export async function insertDeliveries(db: Transaction, values: readonly NewDelivery[]): Promise<void> {
  await insertRows(db, alertDeliveries, values);
}

/**
 * Drops the messages of these resolved alerts that quiet hours still hold back. Returns `alert channel` pairs that need no "resolved"
 * message: those that received nothing, or whose last message was "resolved".
 */
export async function skipUnsent(
  db: Transaction,
  alertIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (alertIds.length === 0) return new Set();
  const { alertId, channelId, event, number } = alertDeliveries;
  const isAbout = sql`${alertId} = any(${sql.param([...alertIds])}::integer[])`;
  const isHeld = and(
    eq(alertDeliveries.state, 'waiting'),
    eq(alertDeliveries.attempts, 0),
    gt(alertDeliveries.dueAt, now),
  );
  const skipped = await db
    .update(alertDeliveries)
    .set({ state: 'skipped', outcome: 'Resolved before the quiet hours ended.' })
    .where(and(isAbout, isHeld))
    .returning({ alertId, channelId });
  const notToNotify = new Set(skipped.map(pairOf));
  if (notToNotify.size === 0) return notToNotify;
  const last = await db
    .selectDistinctOn([alertId, channelId], { alertId, channelId, event })
    .from(alertDeliveries)
    .where(and(isAbout, isNull(alertDeliveries.recipient), ne(alertDeliveries.state, 'skipped')))
    .orderBy(alertId, channelId, desc(number));
  for (const one of last) if (one.event !== 'resolved') notToNotify.delete(pairOf(one));
  return notToNotify;
}

const pairOf = (of: { alertId: number | null; channelId: number }) => `${of.alertId} ${of.channelId}`;

/** Longer than an attempt may take. */
const LEASE_MS = 60_000;

export interface Claimed {
  id: string;
  channelId: number;
  /** Only for a message to one person. */
  subscriptionId: number | null;
  recipient: string | null;
  message: AlertMessage;
  attempts: number;
  /** Age in ms, by the database clock. */
  ageMs: number;
  /** The quiet hours of its rule. */
  quiet: QuietHours | null;
}

/**
 * Claims due messages with a lease, by the database clock. The messages of an alert reach a channel, and each person, in order: a later
 * one waits until the earlier one is sent or given up.
 * @param perChannel maximum messages of a channel that are claimed at a time, across all processes
 * @param sending ids that this process is still sending, and does not claim again
 */
export function claimDue(
  db: Db,
  me: string,
  { max, perChannel, sending = [] }: { max: number; perChannel: number; sending?: readonly string[] },
): Promise<Claimed[]> {
  return rows<Claimed>(
    db,
    sql`with ready as (
      select d.id, row_number() over (partition by d.channel_id
        order by coalesce(d.lease_until > clock_timestamp(), false) desc, d.due_at, d.number) as place
      from ${alertDeliveries} d
      where d.state = 'waiting' and d.due_at <= clock_timestamp()
        and not exists (
          select 1 from ${alertDeliveries} e
          where e.alert_id = d.alert_id and e.channel_id = d.channel_id and e.recipient is not distinct from d.recipient
            and e.number < d.number and e.state = 'waiting')
    ), due as (
      select d.id from ${alertDeliveries} d join ready on ready.id = d.id and ready.place <= ${perChannel}
      where d.state = 'waiting' and (d.lease_until is null or d.lease_until <= clock_timestamp())
        and d.id <> all(${sql.param([...sending])}::uuid[])
      order by d.due_at, d.number limit ${max} for update of d skip locked
    )
    update ${alertDeliveries} d set lease_owner = ${me}, lease_until = clock_timestamp() + ${LEASE_MS} * interval '1 ms',
      attempts = d.attempts + 1
    from due where d.id = due.id
    returning d.id, d.channel_id as "channelId", d.subscription_id as "subscriptionId", d.recipient, d.message, d.attempts,
      (extract(epoch from clock_timestamp() - d.created_at) * 1000)::float8 as "ageMs",
      (select r.quiet from ${alerts} a join ${alertRules} r on r.id = a.rule_id where a.id = d.alert_id) as quiet`,
  );
}

interface Outcome {
  state: 'waiting' | 'sent' | 'given-up' | 'skipped';
  outcome: string;
  /** Delay of the next attempt. */
  retryMs?: number;
}

/** Stores the outcome of an attempt, unless the lease was lost to another process. */
export async function storeOutcome(
  db: Db,
  me: string,
  id: string,
  { state, outcome, retryMs }: Outcome,
): Promise<void> {
  const now = sql`clock_timestamp()`;
  await db
    .update(alertDeliveries)
    .set({
      state,
      outcome,
      leaseOwner: null,
      leaseUntil: null,
      ...(state === 'sent' && { sentAt: now }),
      ...(retryMs !== undefined && { dueAt: sql`${now} + ${retryMs} * interval '1 ms'` }),
    })
    .where(and(eq(alertDeliveries.id, id), eq(alertDeliveries.leaseOwner, me), eq(alertDeliveries.state, 'waiting')));
}

export async function findChannel(db: Db, id: number): Promise<StoredChannel | undefined> {
  const [row] = await db
    .select()
    .from(alertChannels)
    .where(and(eq(alertChannels.id, id), isNull(alertChannels.deletedAt)));
  return row;
}

/** Inserts a message leased to this process, which sends it immediately and without retries. */
export async function insertLeased(
  db: Db,
  me: string,
  values: Pick<NewDelivery, 'id' | 'channelId' | 'event' | 'message'>,
): Promise<void> {
  const now = sql`clock_timestamp()`;
  await db.insert(alertDeliveries).values({
    ...values,
    dueAt: now,
    attempts: 1,
    leaseOwner: me,
    leaseUntil: sql`${now} + ${LEASE_MS} * interval '1 ms'`,
  });
}

/** Messages with their channel, and with the person if they are for one person. */
const shown = (db: Db) =>
  db
    .select({ delivery: alertDeliveries, name: alertChannels.name, person: users.name })
    .from(alertDeliveries)
    .innerJoin(alertChannels, eq(alertChannels.id, alertDeliveries.channelId))
    .leftJoin(alertSubscriptions, eq(alertSubscriptions.id, alertDeliveries.subscriptionId))
    .leftJoin(users, eq(users.id, alertSubscriptions.userId));

/** Messages, newest first. */
export function listDeliveriesOf(db: Db, of: { channelId: number } | { alertId: number }, limit: number) {
  const where =
    'channelId' in of ? eq(alertDeliveries.channelId, of.channelId) : eq(alertDeliveries.alertId, of.alertId);
  return shown(db).where(where).orderBy(desc(alertDeliveries.number)).limit(limit);
}

export async function findDelivery(db: Db, id: string) {
  const [found] = await shown(db).where(eq(alertDeliveries.id, id));
  return found;
}

/** Removes alerts and messages that ended long ago. */
export async function purgeAlerts(db: Db, days: number): Promise<void> {
  const before = sql`clock_timestamp() - ${days} * interval '1 day'`;
  await db.delete(alerts).where(and(eq(alerts.state, 'resolved'), sql`${alerts.resolvedAt} < ${before}`));
  await db
    .delete(alertDeliveries)
    .where(and(isNull(alertDeliveries.alertId), sql`${alertDeliveries.createdAt} < ${before}`));
}

/** The number of queued messages, the age of the oldest in seconds, and the number given up in the hour before `now`. */
export async function readBacklog(db: Db, now: Date): Promise<{ waiting: number; given_up: number; oldest: number }> {
  const time = now.toISOString();
  const [found] = await rows<{ waiting: number; given_up: number; oldest: number }>(
    db,
    sql`select count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'given-up')::int as given_up,
        coalesce(extract(epoch from ${time}::timestamptz - min(created_at) filter (where state = 'waiting')), 0)::float as oldest
      from ${alertDeliveries}
      where state = 'waiting' or (state = 'given-up' and due_at > ${time}::timestamptz - interval '1 hour')`,
  );
  return found ?? { waiting: 0, given_up: 0, oldest: 0 };
}
