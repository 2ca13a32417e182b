import type { WindowSubject } from '@mission-control/contract/windows/rules';
import { and, eq, exists, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { rows, type Db, type Transaction } from '../../../platform/database/database.ts';
import { topicVersionsColumn, type TopicVersions } from '../../../platform/events/topic-versions.ts';
import { alertEvaluator, alertMembers, alertRules, alerts } from '../tables.ts';
import { FLAP_MS, type KnownAlert } from './plan.ts';

/** Duration of the evaluator's lease after its renewal. */
const LEASE_MS = 10_000;
const ROW = 1;
const leaseEnd = sql`clock_timestamp() + ${LEASE_MS} * interval '1 ms'`;

/** Takes or renews the lease of the evaluator; null while another process has it. */
export async function holdEvaluator(db: Db, me: string): Promise<TopicVersions | null> {
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

/** Whether the process is still the evaluator; nobody else becomes it until the transaction ends. */
export async function isEvaluator(db: Transaction, me: string): Promise<boolean> {
  const [row] = await db.select().from(alertEvaluator).where(eq(alertEvaluator.id, ROW)).for('update');
  return row?.owner === me;
}

/** Hands the evaluation over at once. */
export async function leaveEvaluator(db: Db, me: string): Promise<void> {
  await db.delete(alertEvaluator).where(eq(alertEvaluator.owner, me));
}

const isOpen = ne(alerts.state, 'resolved');

export type StoredRule = typeof alertRules.$inferSelect;

/** The rules in force, and the others that still have an alert. */
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

/** Alerts that are not resolved, or were so lately that they could return. */
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

/** Where the subjects of the alerts that are not resolved are. */
export async function listPlaces(db: Db): Promise<Map<string, WindowSubject>> {
  const { subject, tenantId, environmentIds, service } = alertMembers;
  const found = await db
    .select({ subject, tenantId, environmentIds, service })
    .from(alertMembers)
    .innerJoin(alerts, and(eq(alerts.id, alertMembers.alertId), isOpen));
  return new Map(found.map(({ subject: name, ...place }) => [name, place]));
}

/** Alerts whose acknowledgement has run out. */
export async function listExpired(db: Db, now: Date): Promise<{ id: number; ruleId: number }[]> {
  return db
    .select({ id: alerts.id, ruleId: alerts.ruleId })
    .from(alerts)
    .where(and(eq(alerts.state, 'acknowledged'), lte(alerts.acknowledgedUntil, now)));
}

export async function insertAlerts(
  db: Transaction,
  values: (typeof alerts.$inferInsert)[],
): Promise<(typeof alerts.$inferSelect)[]> {
  return values.length === 0 ? [] : db.insert(alerts).values(values).returning();
}

export async function updateAlert(
  db: Transaction,
  id: number,
  set: Partial<typeof alerts.$inferInsert>,
): Promise<typeof alerts.$inferSelect | undefined> {
  const [row] = await db.update(alerts).set(set).where(eq(alerts.id, id)).returning();
  return row;
}

/** Those of the alerts that are not resolved. */
export async function listUnresolved(db: Db, ids: readonly number[]): Promise<(typeof alerts.$inferSelect)[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(alerts)
    .where(and(inArray(alerts.id, [...ids]), isOpen));
}

type Member = typeof alertMembers.$inferSelect;
/** Parameters of one statement are limited. */
const BATCH = 2_000;

/** Adds subjects to alerts; one that has ended begins again. */
export async function putMembers(db: Transaction, members: readonly Member[]): Promise<void> {
  for (let at = 0; at < members.length; at += BATCH)
    await db
      .insert(alertMembers)
      .values(members.slice(at, at + BATCH))
      .onConflictDoUpdate({
        target: [alertMembers.alertId, alertMembers.subject],
        set: {
          detail: sql`excluded.detail`,
          regionId: sql`excluded.region_id`,
          environmentIds: sql`excluded.environment_ids`,
          service: sql`excluded.service`,
          since: sql`excluded.since`,
          endedAt: null,
        },
      });
}

export async function endMembers(db: Transaction, alertId: number, subjects: readonly string[], at: Date) {
  for (let from = 0; from < subjects.length; from += BATCH)
    await db
      .update(alertMembers)
      .set({ endedAt: at })
      .where(and(eq(alertMembers.alertId, alertId), inArray(alertMembers.subject, subjects.slice(from, from + BATCH))));
}
