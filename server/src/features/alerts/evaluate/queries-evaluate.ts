import type { WindowSubject } from '@mission-control/contract/windows/rules';
import { and, eq, exists, gt, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { rows, type Db, type Transaction } from '../../../platform/database/database.ts';
import { insertRows, orUpdate } from '../../../platform/database/insert-rows.ts';
import { topicVersionsColumn, type TopicVersions } from '../../../platform/events/topic-versions.ts';
import { alertEvaluator, alertMembers, alertRules, alerts } from '../tables.ts';
import { FLAP_MS, type KnownAlert } from './plan.ts';

/** Duration of the evaluator's lease after each renewal. */
const LEASE_MS = 10_000;
const ROW = 1;
const leaseEnd = sql`clock_timestamp() + ${LEASE_MS} * interval '1 ms'`;

/** Acquires or renews the evaluator's lease; null while another process holds it. */
export async function acquireEvaluatorLease(db: Db, me: string): Promise<TopicVersions | null> {
  const [held] = await rows<{ versions: TopicVersions }>(
    db,
    sql`with held as (
      insert into ${alertEvaluator} (id, owner, until) values (${ROW}, ${me}, ${leaseEnd})
      on conflict (id) do update set owner = excluded.owner, until = excluded.until
        where ${alertEvaluator.owner} = ${me} or ${alertEvaluator.until} <= clock_timestamp()
      returning 1
    ) select ${topicVersionsColumn} as versions from held`,
  );
  return held?.versions ?? null;
}

/** Whether the process is still the evaluator; locks the lease until the transaction ends. */
export async function isEvaluator(db: Transaction, me: string): Promise<boolean> {
  const [row] = await db.select().from(alertEvaluator).where(eq(alertEvaluator.id, ROW)).for('update');
  return row?.owner === me;
}

/** Releases the lease. */
export async function releaseEvaluatorLease(db: Db, me: string): Promise<void> {
  await db.delete(alertEvaluator).where(eq(alertEvaluator.owner, me));
}

const isOpen = ne(alerts.state, 'resolved');

export type StoredRule = typeof alertRules.$inferSelect;

/** Enabled rules, and other rules that still have an unresolved alert. */
export function listEvaluatedRules(db: Db): Promise<StoredRule[]> {
  const withAlert = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(isOpen, eq(alerts.ruleId, alertRules.id)));
  return db
    .select()
    .from(alertRules)
    .where(or(and(eq(alertRules.enabled, true), isNull(alertRules.deletedAt)), exists(withAlert)));
}

/** Alerts that are unresolved, or were resolved recently enough to be reopened. */
export async function listKnownAlerts(db: Db, now: Date): Promise<KnownAlert[]> {
  const known = or(isOpen, gt(alerts.resolvedAt, new Date(now.getTime() - FLAP_MS)));
  const found = await db.select().from(alerts).where(known);
  const members = await db
    .select({ alertId: alertMembers.alertId, subject: alertMembers.subject, endedAt: alertMembers.endedAt })
    .from(alertMembers)
    .innerJoin(alerts, and(eq(alerts.id, alertMembers.alertId), isOpen));
  const byAlert = Map.groupBy(members, ({ alertId }) => alertId);
  return found.map((row) => ({
    id: row.id,
    ruleId: row.ruleId,
    cause: row.cause,
    state: row.state,
    openedAt: row.openedAt.getTime(),
    resolvedAt: row.resolvedAt?.getTime() ?? null,
    returns: row.returns,
    flapping: row.flapping,
    quietSince: row.quietSince?.getTime() ?? null,
    members: new Map((byAlert.get(row.id) ?? []).map(({ subject, endedAt }) => [subject, endedAt === null])),
  }));
}

/** Places of the subjects of unresolved alerts. */
export async function listPlaces(db: Db): Promise<Map<string, WindowSubject>> {
  const { subject, tenantId, environmentIds, service } = alertMembers;
  const found = await db
    .select({ subject, tenantId, environmentIds, service })
    .from(alertMembers)
    .innerJoin(alerts, and(eq(alerts.id, alertMembers.alertId), isOpen));
  return new Map(found.map(({ subject: name, ...place }) => [name, place]));
}

const isExpired = (now: Date) => and(eq(alerts.state, 'acknowledged'), lte(alerts.acknowledgedUntil, now));

/** Alerts whose acknowledgement has expired. */
export async function listExpired(db: Db, now: Date): Promise<{ id: number; ruleId: number }[]> {
  return db.select({ id: alerts.id, ruleId: alerts.ruleId }).from(alerts).where(isExpired(now));
}

type Alert = typeof alerts.$inferSelect;
type NewAlert = Pick<Alert, 'ruleId' | 'cause' | 'title' | 'severity' | 'since' | 'openedAt'>;

/** Rows of one statement, as JSON: a parameter for each value would cost more than the write. */
const BATCH = 5_000;

/** Updates rows in a few statements. */
async function inBatches<Row>(db: Transaction, values: readonly Row[], statement: (json: SQL) => SQL): Promise<void> {
  for (let at = 0; at < values.length; at += BATCH)
    await db.execute(statement(sql`json_to_recordset(${JSON.stringify(values.slice(at, at + BATCH))}::json)`));
}

/** Stores open alerts; returns their ids in the same order. */
export async function insertAlerts(db: Transaction, values: readonly NewAlert[]): Promise<number[]> {
  const made = await insertRows<typeof alerts, Pick<Alert, 'id' | 'ruleId' | 'cause'>>(
    db,
    alerts,
    values,
    sql`returning id, rule_id as "ruleId", cause`,
  );
  const ids = new Map(made.map(({ id, ruleId, cause }) => [`${ruleId} ${cause}`, id]));
  return values.map(({ ruleId, cause }) => ids.get(`${ruleId} ${cause}`) ?? 0);
}

const isOneOf = (ids: readonly number[]): SQL => sql`${alerts.id} = any(${sql.param([...ids])}::integer[])`;

/** Sets the same columns of these alerts. */
export async function setAlerts(db: Transaction, ids: readonly number[], set: Partial<Alert>): Promise<void> {
  if (ids.length > 0) await db.update(alerts).set(set).where(isOneOf(ids));
}

/** Opens the alerts, except those resolved or acknowledged anew in the meantime; returns the ids of the opened ones. */
export async function endAcknowledgements(db: Transaction, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const opened = await db
    .update(alerts)
    .set({ state: 'open', acknowledgedBy: null, acknowledgedAt: null })
    .where(and(isOneOf(ids), isExpired(now)))
    .returning({ id: alerts.id });
  return opened.map(({ id }) => id);
}

export async function reopenAlerts(
  db: Transaction,
  values: readonly Pick<Alert, 'id' | 'title' | 'returns' | 'flapping'>[],
): Promise<void> {
  await inBatches(
    db,
    values,
    (
      json,
    ) => sql`update ${alerts} a set title = given.title, returns = given.returns, flapping = given.flapping, state = 'open',
        resolved_at = null, quiet_since = null, acknowledged_by = null, acknowledged_at = null, acknowledged_until = null, note = null
      from ${json} as given(id integer, title text, returns integer, flapping boolean) where a.id = given.id`,
  );
}

/** These alerts, by id. */
export async function readAlerts(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Alert>> {
  const found = ids.length === 0 ? [] : await db.select().from(alerts).where(isOneOf(ids));
  return new Map(found.map((alert) => [alert.id, alert]));
}

/** Those of the alerts that are unresolved. */
export async function listUnresolved(db: Db, ids: readonly number[]): Promise<Alert[]> {
  return [...(await readAlerts(db, ids)).values()].filter(({ state }) => state !== 'resolved');
}

type Member = typeof alertMembers.$inferSelect;

/** Adds subjects to alerts; one that had ended becomes active again. */
export async function putMembers(db: Transaction, members: readonly Omit<Member, 'endedAt'>[]): Promise<void> {
  await insertRows(
    db,
    alertMembers,
    members.map((member) => ({ ...member, endedAt: null })),
    orUpdate(alertMembers, 'detail', 'regionId', 'environmentIds', 'service', 'since', 'endedAt'),
  );
}

/** Ends subjects of alerts. */
export async function endMembers(
  db: Transaction,
  members: readonly Pick<Member, 'alertId' | 'subject'>[],
  at: Date,
): Promise<void> {
  await inBatches(
    db,
    members,
    (json) => sql`update ${alertMembers} m set ended_at = ${at.toISOString()}::timestamptz
      from ${json} as given("alertId" integer, subject text)
      where m.alert_id = given."alertId" and m.subject = given.subject`,
  );
}
