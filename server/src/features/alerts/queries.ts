import type { AlertState, Severity } from '@mission-control/contract/alerts/rules';
import type { FoundItem } from '@mission-control/contract/search/calls';
import { and, asc, count, desc, eq, inArray, isNull, lt, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { containsWords, searchOf, type Search, type Words } from '../../platform/database/contains-words.ts';
import { onlyRow, rows, type Db, type Transaction } from '../../platform/database/database.ts';
import { isMine } from './subscriptions/queries-subscriptions.ts';
import type { TenantViews } from './view-tenants.ts';
import { users } from '../auth/public.ts';
import { alertChannels, alertDeliveries, alertMembers, alertRules, alerts, alertSubscriptions } from './tables.ts';

/** Retention of resolved alerts. */
export const RETENTION_DAYS = 90;

interface AlertFilter {
  state: AlertState;
  severity?: Severity | undefined;
  q?: string | undefined;
  before?: number | undefined;
  /** Only alerts that match the subscriptions of this person, with the tenants that the views of the subscriptions list. */
  mine?: { userId: number; listed: TenantViews } | undefined;
}

/** Alerts whose title, rule or subjects contain a text, ignoring case. */
function contains(text: string): SQL | undefined {
  const has = (column: SQLWrapper) => sql`strpos(lower(${column}), lower(${text}::text)) > 0`;
  const member = sql`exists (select 1 from ${alertMembers} m where m.alert_id = ${alerts.id} and ${has(sql`m.label`)})`;
  return or(has(alerts.title), has(alertRules.name), member);
}

const selectAlerts = (db: Db) =>
  db
    .select({ alert: alerts, rule: { id: alertRules.id, name: alertRules.name, kind: alertRules.kind } })
    .from(alerts)
    .innerJoin(alertRules, eq(alertRules.id, alerts.ruleId));

/** Alerts in a state, newest first. */
export function listAlertRows(db: Db, { state, severity, q = '', before, mine }: AlertFilter, limit: number) {
  return selectAlerts(db)
    .where(
      and(
        eq(alerts.state, state),
        severity === undefined ? undefined : eq(alerts.severity, severity),
        q.trim() === '' ? undefined : contains(q.trim()),
        before === undefined ? undefined : lt(alerts.id, before),
        mine && isMine(mine.userId, mine.listed),
      ),
    )
    .orderBy(desc(alerts.id))
    .limit(limit);
}

export type ShownAlert = Awaited<ReturnType<typeof listAlertRows>>[number];

export async function findAlert(db: Db, id: number): Promise<ShownAlert | undefined> {
  const [found] = await selectAlerts(db).where(eq(alerts.id, id));
  return found;
}

/** How many alerts are in each state. */
export async function countByState(db: Db): Promise<Record<AlertState, number>> {
  const found = await db.select({ state: alerts.state, number: count() }).from(alerts).groupBy(alerts.state);
  return { open: 0, acknowledged: 0, resolved: 0, ...Object.fromEntries(found.map((row) => [row.state, row.number])) };
}

export async function countOpen(db: Db): Promise<{ severity: Severity; number: number }[]> {
  return db
    .select({ severity: alerts.severity, number: count() })
    .from(alerts)
    .where(eq(alerts.state, 'open'))
    .groupBy(alerts.severity);
}

/** Rules that are switched on. */
export async function countRules(db: Db): Promise<number> {
  const [found] = await db
    .select({ number: count() })
    .from(alertRules)
    .where(and(eq(alertRules.enabled, true), isNull(alertRules.deletedAt)));
  return found?.number ?? 0;
}

interface MemberRow {
  alertId: number;
  label: string;
  detail: string;
  tenantId: number | null;
  link: string;
  since: Date | string;
  endedAt: Date | string | null;
  total: number;
  failing: number;
}

/** The first subjects of each alert, active ones first, with the total counts. */
export function listMembers(db: Db, ids: readonly number[], each: number): Promise<MemberRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return rows(
    db,
    sql`select alert_id as "alertId", label, detail, tenant_id as "tenantId", link, since, ended_at as "endedAt", total::int, failing::int
      from (
        select m.*, count(*) over per_alert as total, count(*) filter (where ended_at is null) over per_alert as failing,
          row_number() over (partition by alert_id order by ended_at is not null, since, label) as place
        from ${alertMembers} m where alert_id = any(${sql.param([...ids])}::integer[])
        window per_alert as (partition by alert_id)
      ) numbered where place <= ${each} order by alert_id, place`,
  );
}

/** Locks an alert until the transaction ends. */
export async function lockAlert(db: Transaction, id: number) {
  const [row] = await db.select().from(alerts).where(eq(alerts.id, id)).for('update');
  return row;
}

export async function setAlert(db: Transaction, id: number, set: Partial<typeof alerts.$inferInsert>): Promise<void> {
  await db.update(alerts).set(set).where(eq(alerts.id, id));
}

type StoredRule = typeof alertRules.$inferSelect;

/** Rules that are not deleted, by name, with the number of their unresolved alerts. */
export function listRuleRows(db: Db): Promise<{ rule: StoredRule; open: number }[]> {
  return db
    .select({
      rule: alertRules,
      open: sql<number>`(select count(*)::int from ${alerts} a where a.rule_id = ${alertRules}.id and a.state <> 'resolved')`,
    })
    .from(alertRules)
    .where(isNull(alertRules.deletedAt))
    .orderBy(asc(alertRules.name), asc(alertRules.id));
}

export async function lockRule(db: Transaction, id: number): Promise<StoredRule | undefined> {
  const [row] = await db
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.id, id), isNull(alertRules.deletedAt)))
    .for('update');
  return row;
}

type RuleValues = Omit<typeof alertRules.$inferInsert, 'id'>;

export async function insertRule(db: Transaction, values: RuleValues): Promise<StoredRule> {
  return onlyRow(await db.insert(alertRules).values(values).returning());
}

export async function updateRule(db: Transaction, id: number, set: Partial<RuleValues>): Promise<StoredRule> {
  return onlyRow(await db.update(alertRules).set(set).where(eq(alertRules.id, id)).returning());
}

export async function countOpenAlerts(db: Db, ruleId: number): Promise<number> {
  const [row] = await db
    .select({ number: count() })
    .from(alerts)
    .where(and(eq(alerts.ruleId, ruleId), ne(alerts.state, 'resolved')));
  return row?.number ?? 0;
}

export type StoredChannel = typeof alertChannels.$inferSelect;

/** Channels that are not deleted, by name, with the number of rules that use them and of queued messages. */
export function listChannelRows(db: Db): Promise<{ channel: StoredChannel; rules: number; waiting: number }[]> {
  return db
    .select({
      channel: alertChannels,
      rules: sql<number>`(select count(*)::int from ${alertRules} r where r.deleted_at is null and ${alertChannels}.id = any(r.channels))`,
      waiting: sql<number>`(select count(*)::int from ${alertDeliveries} d where d.channel_id = ${alertChannels}.id and d.state = 'waiting')`,
    })
    .from(alertChannels)
    .where(isNull(alertChannels.deletedAt))
    .orderBy(asc(alertChannels.name), asc(alertChannels.id));
}

/** The last message of each channel. */
export function listLastDeliveries(db: Db) {
  return db
    .selectDistinctOn([alertDeliveries.channelId], { delivery: alertDeliveries, person: users.name })
    .from(alertDeliveries)
    .leftJoin(alertSubscriptions, eq(alertSubscriptions.id, alertDeliveries.subscriptionId))
    .leftJoin(users, eq(users.id, alertSubscriptions.userId))
    .orderBy(alertDeliveries.channelId, desc(alertDeliveries.number));
}

export async function lockChannel(db: Transaction, id: number): Promise<StoredChannel | undefined> {
  const [row] = await db
    .select()
    .from(alertChannels)
    .where(and(eq(alertChannels.id, id), isNull(alertChannels.deletedAt)))
    .for('update');
  return row;
}

export async function listExistingChannels(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: alertChannels.id })
    .from(alertChannels)
    .where(and(inArray(alertChannels.id, [...ids]), isNull(alertChannels.deletedAt)));
  return found.map(({ id }) => id);
}

export async function insertChannel(
  db: Transaction,
  values: Omit<typeof alertChannels.$inferInsert, 'id'>,
): Promise<StoredChannel> {
  return onlyRow(await db.insert(alertChannels).values(values).returning());
}

export async function updateChannel(
  db: Transaction,
  id: number,
  set: Partial<typeof alertChannels.$inferInsert>,
): Promise<StoredChannel> {
  return onlyRow(await db.update(alertChannels).set(set).where(eq(alertChannels.id, id)).returning());
}

/** Unresolved alerts by title or rule, newest first. */
export function findAlerts(db: Db, words: Words, limit: number): Search<FoundItem> {
  return searchOf(
    db
      .select({ id: alerts.id, title: alerts.title, rule: alertRules.name })
      .from(alerts)
      .innerJoin(alertRules, eq(alertRules.id, alerts.ruleId))
      .where(and(ne(alerts.state, 'resolved'), containsWords(words, alerts.title, alertRules.name)))
      .orderBy(desc(alerts.id))
      .limit(limit),
    ({ id, title, rule }) => ({ kind: 'alert', name: title, detail: rule, path: `/alerts/${id}` }),
  );
}
