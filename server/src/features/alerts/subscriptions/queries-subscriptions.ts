import { and, asc, count, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { onlyRow, rows, type Db, type Transaction } from '../../../platform/database/database.ts';
import { users } from '../../auth/public.ts';
import type { TenantViews } from '../view-tenants.ts';
import { alertChannels, alertDeliveries, alertMembers, alerts, alertSubscriptions } from '../tables.ts';

export type StoredSubscription = typeof alertSubscriptions.$inferSelect;
type Values = Omit<typeof alertSubscriptions.$inferInsert, 'id'>;

const s = alertSubscriptions;
const notEnded = isNull(s.endedAt);
/** Every role sees alerts; a person who loses all roles is disabled. */
const mayBeNotified = and(eq(users.disabled, false), isNull(users.deletedAt));

/** Active subscriptions of one person or of everybody, by person. */
export function listSubscriptionRows(db: Db, userId: number | null) {
  return db
    .select({
      subscription: s,
      person: users.name,
      off: sql<boolean>`${users.disabled} or ${users.deletedAt} is not null`,
      lastSentAt: sql<
        Date | string | null
      >`(select max(d.sent_at) from ${alertDeliveries} d where d.subscription_id = ${s}.id)`,
    })
    .from(s)
    .innerJoin(users, eq(users.id, s.userId))
    .where(and(notEnded, userId === null ? undefined : eq(s.userId, userId)))
    .orderBy(asc(users.name), asc(s.id));
}

/** An active subscription and its owner, locked until the transaction ends. */
export async function lockSubscription(db: Transaction, id: number) {
  const [row] = await db
    .select({ subscription: s, person: users.name })
    .from(s)
    .innerJoin(users, eq(users.id, s.userId))
    .where(and(eq(s.id, id), notEnded))
    .for('update', { of: s });
  return row;
}

export async function countSubscriptions(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ number: count() })
    .from(s)
    .where(and(eq(s.userId, userId), notEnded));
  return row?.number ?? 0;
}

export async function insertSubscription(db: Transaction, values: Values): Promise<StoredSubscription> {
  return onlyRow(await db.insert(s).values(values).returning());
}

export async function updateSubscription(db: Transaction, id: number, set: Partial<Values>): Promise<void> {
  await db.update(s).set(set).where(eq(s.id, id));
}

/** Drops the queued messages of a subscription. */
export async function skipWaiting(db: Transaction, subscriptionId: number): Promise<void> {
  const queued = and(eq(alertDeliveries.subscriptionId, subscriptionId), eq(alertDeliveries.state, 'waiting'));
  await db.update(alertDeliveries).set({ state: 'skipped', outcome: ENDED }).where(queued);
}

const ENDED = 'The subscription has ended.';

/** Why a subscription must not send anything; null if it may. */
export async function findRefusal(db: Db, id: number): Promise<string | null> {
  const [row] = await db
    .select({ endedAt: s.endedAt, disabled: users.disabled, deletedAt: users.deletedAt })
    .from(s)
    .innerJoin(users, eq(users.id, s.userId))
    .where(eq(s.id, id));
  if (!row || row.endedAt !== null) return ENDED;
  return row.disabled || row.deletedAt !== null ? 'The account is disabled.' : null;
}

/** The channel for messages to people: the oldest one that is enabled and allows subscriptions. */
export async function findMailChannel(db: Db): Promise<number | null> {
  const forPeople = sql`${alertChannels.email}->>'people' = 'true'`;
  const [row] = await db
    .select({ id: alertChannels.id })
    .from(alertChannels)
    .where(and(eq(alertChannels.enabled, true), isNull(alertChannels.deletedAt), forPeople))
    .orderBy(asc(alertChannels.id))
    .limit(1);
  return row?.id ?? null;
}

const within = (list: SQL, matches: SQL): SQL => sql`(cardinality(${list}) = 0 or ${matches})`;

/** Pairs of a view and a tenant that it lists, which the database looks up by hash. */
function pairsOf(listed: TenantViews): SQL {
  const pairs = [...listed].flatMap(([tenantId, ids]) => ids.map((viewId) => ({ viewId, tenantId })));
  const viewIds = sql.param(pairs.map(({ viewId }) => viewId));
  return sql`select * from unnest(${viewIds}::integer[], ${sql.param(pairs.map(({ tenantId }) => tenantId))}::integer[])`;
}

/** A subscription matches an alert if each of its lists contains one of the alert's subjects. @param listed tenants of the views */
const isAbout = (listed: TenantViews): SQL => sql`${within(sql`${s.rules}`, sql`${alerts.ruleId} = any(${s.rules})`)}
  and ${alerts.severity} = any(${s.severities})
  and (cardinality(${s.regions} || ${s.environments} || ${s.tenants} || ${s.views}) = 0 or exists (
    select 1 from ${alertMembers} m where m.alert_id = ${alerts.id}
      and ${within(sql`${s.regions}`, sql`m.region_id = any(${s.regions})`)}
      and ${within(sql`${s.environments}`, sql`m.environment_ids && ${s.environments}`)}
      and ${within(sql`${s.tenants}`, sql`m.tenant_id = any(${s.tenants})`)}
      and ${within(sql`${s.views}`, sql`exists (select 1 from unnest(${s.views}) v where (v, m.tenant_id) in (${pairsOf(listed)}))`)}))`;

/** Alerts that match the subscriptions of a person. */
export const isMine = (userId: number, listed: TenantViews): SQL =>
  sql`exists (select 1 from ${s} where ${s.userId} = ${userId} and ${notEnded} and ${isAbout(listed)})`;

/** Views that active subscriptions follow. @param userId only those of one person; null: of everybody */
export async function listFollowedViews(db: Db, userId: number | null): Promise<number[]> {
  const ofPerson = userId === null ? undefined : eq(s.userId, userId);
  const found = await db
    .selectDistinct({ id: sql<number>`unnest(${s.views})` })
    .from(s)
    .where(and(notEnded, ofPerson));
  return found.map(({ id }) => id);
}

export interface Subscriber {
  alertId: number;
  subscriptionId: number;
  recipient: string;
  /** Whether a message about the alert was sent to this address, or is queued for it. */
  notified: boolean;
}

/**
 * The people to notify about these alerts, each address once. A person who was notified of an alert is also notified of its end, even if
 * the subscribed view no longer lists its tenants.
 */
export function listSubscribers(db: Db, alertIds: readonly number[], listed: TenantViews): Promise<Subscriber[]> {
  if (alertIds.length === 0) return Promise.resolve([]);
  const ids = sql`${sql.param([...alertIds])}::integer[]`;
  const wasNotified = sql`(${alerts.id}, ${s.id}) in (select d.alert_id, d.subscription_id from ${alertDeliveries} d
    where d.alert_id = any(${ids}) and d.subscription_id is not null and d.state <> 'skipped')`;
  return rows(
    db,
    sql`select distinct on (${alerts.id}, lower(${s.email})) ${alerts.id} as "alertId", ${s.id} as "subscriptionId", ${s.email} as recipient,
        exists (select 1 from ${alertDeliveries} d
          where d.alert_id = ${alerts.id} and lower(d.recipient) = lower(${s.email}) and d.state <> 'skipped') as notified
      from ${alerts} join ${s} on ${notEnded} and (${isAbout(listed)} or ${wasNotified}) join ${users} on ${users.id} = ${s.userId} and ${mayBeNotified}
      where ${alerts.id} = any(${ids})
      order by ${alerts.id}, lower(${s.email}), ${s.id}`,
  );
}
