import type { LiveEvent } from '@mission-control/contract/events/calls';
import { sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import { appendAudit, type AuditEntry } from '../audit/append.ts';
import { LIVE_CHANNEL } from '../events/channel.ts';
import { raiseTopicVersions } from '../events/topic-versions.ts';
import type { Transaction } from './database.ts';
import { prepared } from './prepared.ts';
import { createWaitingLine } from './waiting-line.ts';

/** The work of one transaction: its database handle, and the record of what it changes. */
export interface Work {
  db: Transaction;
  /** Records the change: an audit event, and the topics whose screens it makes stale. At least one per transaction. */
  record(entry: AuditEntry & { topics: string[] }): void;
}

/** Longer than many saves of one thing take together, and shorter than a browser waits. */
const LONGEST_TURN_MS = 8_000;
const turnsOf = prepared(() => createWaitingLine({ places: 1, longestMs: LONGEST_TURN_MS }));

/**
 * Runs a change. The audit events and the live announcement are written with it, so either all of them exist or none
 * (ASVS V16; R4). Effects outside the database belong in a job that the work sends with `ctx.jobs.send(work.db, ...)`.
 * @param row names the row that the work locks, e.g. `tenant:12`: its changes wait for each other here, in the order in which they
 * come. In the database each would hold a connection while it waits.
 */
export function inTransaction<T>(ctx: Ctx, work: (tx: Work) => Promise<T>, row?: string): Promise<T> {
  const run = (): Promise<T> => recorded(ctx, work);
  return row === undefined ? run() : turnsOf(ctx.db).run(row, run);
}

function recorded<T>(ctx: Ctx, work: (tx: Work) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (db) => {
    const entries: (AuditEntry & { topics: string[] })[] = [];
    const result = await work({ db, record: (entry) => void entries.push(entry) });
    if (entries.length === 0) throw new Error('A transaction must record what it changed: call record() in its work.');
    const topics = [...new Set(entries.flatMap((entry) => entry.topics))];
    // Last, because the audit chain is one row that all writers queue for.
    await appendAudit(ctx, db, entries, {
      others: raiseTopicVersions(db, topics),
      announcement: announce(ctx, topics),
    });
    return result;
  });
}

/** The work of a transaction that no person is behind. */
export interface UnauditedWork {
  db: Transaction;
  /** Names the topics whose screens are stale now; none when nothing that is shown has changed. */
  changed(...topics: string[]): void;
}

/** Runs a write that is no change by a person, such as the storing of reports (0020): announced, but no audit event. */
export async function inUnauditedTransaction<T>(ctx: Ctx, work: (tx: UnauditedWork) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (db) => {
    const topics = new Set<string>();
    const result = await work({ db, changed: (...more) => more.forEach((topic) => topics.add(topic)) });
    if (topics.size === 0) return result;
    // Last, because all who change a topic queue for its version.
    const raised = raiseTopicVersions(db, [...topics]).map(
      (raise, index) => sql`${sql.raw(`raise_${index}`)} as ${raise}`,
    );
    const first = raised.length > 0 ? sql`with ${sql.join(raised, sql`, `)} ` : sql``;
    await db.execute(sql`${first}select ${announce(ctx, [...topics])}`);
    return result;
  });
}

/** PostgreSQL refuses longer announcements than 8,000 bytes. */
const LONGEST_ANNOUNCEMENT = 7_900;

/** Tells open screens what changed; nothing in particular when it would be too long, which makes them read all again. */
function announce(ctx: Ctx, topics: string[]): SQL {
  const live: LiveEvent = { topics, by: ctx.actor.name };
  const payload = JSON.stringify(live);
  const fits = Buffer.byteLength(payload) <= LONGEST_ANNOUNCEMENT;
  return sql`pg_notify(${LIVE_CHANNEL}, ${fits ? payload : ''})`;
}
