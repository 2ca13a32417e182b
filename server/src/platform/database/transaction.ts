import type { LiveEvent } from '@mission-control/contract/events/calls';
import { isRowTopic, TOPIC, type Topic } from '@mission-control/contract/topics';
import { sql, type SQL } from 'drizzle-orm';
import { appendAudit, type AuditEntry } from '../audit/append.ts';
import type { Ctx } from '../context.ts';
import { LIVE_CHANNEL, incrementTopicVersions } from '../events/topic-versions.ts';
import { setClosingStatement, type Transaction, perDatabase } from './database.ts';
import { createAdmissionQueue } from './admission-queue.ts';

/** A running transaction: its database handle, and the record of its changes. */
export interface Work {
  db: Transaction;
  /** Records the change: an audit event and the topics it makes stale. At least once per transaction. */
  record(entry: AuditEntry & { topics: readonly Topic[] }): void;
}

/**
 * Runs statements of one transaction that do not depend on each other, without waiting for the previous response. They run in the order in
 * which they are sent. The first failure is thrown once all have ended: nothing may be sent after the rollback.
 */
export async function pipelined<const Statements extends readonly PromiseLike<unknown>[]>(
  ...statements: Statements
): Promise<{ [At in keyof Statements]: Awaited<Statements[At]> }> {
  // Drizzle executes a statement each time it is awaited.
  const sent = statements.map((statement) => Promise.resolve(statement));
  // Rejects with the earliest failure, since later ones may be its consequences.
  const results = Promise.all(sent);
  results.catch(() => undefined);
  await Promise.allSettled(sent);
  return results as Promise<{ [At in keyof Statements]: Awaited<Statements[At]> }>;
}

/** Queue key of a tenant's row, which all changes of the tenant and its services lock. */
export const tenantRow = (id: number): string => `tenant:${id}`;

/** Longer than many queued saves of one object take, and shorter than a browser's timeout. */
const MAX_QUEUE_MS = 8_000;
const rowQueueOf = perDatabase(() => createAdmissionQueue({ maxConcurrent: 1, maxWaitMs: MAX_QUEUE_MS }));

/**
 * Runs a change. The audit events and the live notification are written in the same transaction, so all of them exist or none (ASVS V16;
 * R4). Effects outside the database belong in a job, sent with `ctx.jobs.send(work.db, ...)`.
 * @param row key of the row that the work locks, such as `tenantRow`: changes of the row queue here in order of arrival, because in the
 * database each waiter would occupy a connection
 */
export function inTransaction<T>(ctx: Ctx, work: (tx: Work) => Promise<T>, row?: string): Promise<T> {
  return queuedByRow(ctx, row, () => recorded(ctx, work));
}

const queuedByRow = <T>(ctx: Ctx, row: string | undefined, run: () => Promise<T>): Promise<T> =>
  row === undefined ? run() : rowQueueOf(ctx.db).run(row, run);

function recorded<T>(ctx: Ctx, work: (tx: Work) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (db) => {
    const entries: (AuditEntry & { topics: readonly Topic[] })[] = [];
    const result = await work({ db, record: (entry) => void entries.push(entry) });
    if (entries.length === 0) throw new Error('A transaction must record what it changed: call record() in its work.');
    const topics = entries.map((entry) => entry.topics);
    // The changes of a tenant are shown with it.
    const ofTenants = entries.flatMap(({ tenantId }) => (tenantId === undefined ? [] : [TOPIC.tenant(tenantId)]));
    // Last, because the audit chain has a single head that all writers queue for.
    const announcement = announce(ctx, [...topics.flat(), ...ofTenants, TOPIC.audit]);
    setClosingStatement(db, appendAudit(ctx, entries, { others: incrementTopicVersions(topics), announcement }));
    return result;
  });
}

/** A running transaction without an actor. */
export interface UnauditedWork {
  db: Transaction;
  /** Declares the stale topics of one change; none when nothing visible has changed. */
  changed(...topics: Topic[]): void;
}

/**
 * Runs a write that is not a user's change, such as storing reports (0020): announced, but without an audit event.
 * @param row as in `inTransaction`
 */
export function inUnauditedTransaction<T>(ctx: Ctx, work: (tx: UnauditedWork) => Promise<T>, row?: string): Promise<T> {
  return queuedByRow(ctx, row, () => announced(ctx, work));
}

function announced<T>(ctx: Ctx, work: (tx: UnauditedWork) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (db) => {
    const entries: Topic[][] = [];
    const result = await work({ db, changed: (...topics) => void entries.push(topics) });
    const topics = entries.flat();
    if (topics.length === 0) return result;
    // Last, because all writers of a topic queue for its version.
    const raised = incrementTopicVersions(entries);
    const first = raised.length > 0 ? sql`with ${sql.join(raised, sql`, `)} ` : sql``;
    setClosingStatement(db, sql`${first}select ${announce(ctx, topics)}`);
    return result;
  });
}

/**
 * Runs a single-statement write that is not a user's change and determines itself what it makes stale; a separate transaction would need
 * several round trips.
 * @param parts of a WITH: the write, and what else `topics` needs
 * @param topics a query that returns the stale topics; counted topics are not allowed
 */
export async function writeAndAnnounce(ctx: Ctx, parts: SQL, topics: SQL): Promise<void> {
  const event = sql`json_build_object('topics', json_agg(topic), 'by', ${ctx.actor.name}::text)::text`;
  await ctx.db.execute(sql`with ${parts}, stale(topic) as (${topics})
    select pg_notify(${LIVE_CHANNEL}, case when octet_length(event) <= ${MAX_ANNOUNCEMENT_LENGTH} then event else '' end)
    from (select ${event} from stale having count(*) > 0) as announced(event)`);
}

/** PostgreSQL rejects NOTIFY payloads over 8,000 bytes. */
const MAX_ANNOUNCEMENT_LENGTH = 7_900;

/** Announces the stale topics to open screens; an empty payload, if the list is too long, makes them refetch everything. */
function announce(ctx: Ctx, stale: readonly Topic[]): SQL {
  const topics = [...new Set(stale)].filter((topic) => !isRowTopic(topic));
  const live: LiveEvent = { topics, by: ctx.actor.name };
  const payload = JSON.stringify(live);
  const fits = Buffer.byteLength(payload) <= MAX_ANNOUNCEMENT_LENGTH;
  return sql`pg_notify(${LIVE_CHANNEL}, ${fits ? payload : ''})`;
}
