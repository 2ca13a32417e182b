import type { LiveEvent } from '@mission-control/contract/events/calls';
import { sql } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import { appendAudit, type AuditEntry } from '../audit/append.ts';
import { LIVE_CHANNEL } from '../events/channel.ts';
import { raiseTopicVersions } from '../events/topic-versions.ts';
import type { Transaction } from './database.ts';

/** The work of one transaction: its database handle, and the record of what it changes. */
export interface Work {
  db: Transaction;
  /** Records the change: an audit event, and the topics whose screens it makes stale. At least one per transaction. */
  record(entry: AuditEntry & { topics: string[] }): void;
}

/**
 * Runs a change. The audit events and the live announcement are written with it, so either all of them exist or none
 * (ASVS V16; R4). Effects outside the database belong in a job that the work sends with `ctx.jobs.send(work.db, ...)`.
 */
export async function inTransaction<T>(ctx: Ctx, work: (tx: Work) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (db) => {
    const entries: (AuditEntry & { topics: string[] })[] = [];
    const result = await work({ db, record: (entry) => void entries.push(entry) });
    if (entries.length === 0) throw new Error('A transaction must record what it changed: call record() in its work.');
    // Last, because the audit chain is one row that all writers queue for.
    await appendAudit(ctx, db, entries);
    const topics = [...new Set(entries.flatMap((entry) => entry.topics))];
    await raiseTopicVersions(db, topics);
    const live: LiveEvent = { topics, by: ctx.actor.name };
    await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(live)})`);
    return result;
  });
}
