import { createHash } from 'node:crypto';
import { eq, sql, type SQLWrapper } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import { rows, type Transaction } from '../database/database.ts';
import { auditEvents, auditHead } from './tables.ts';

/** One recorded change. Callers mask secrets before they hand values over. */
export interface AuditEntry {
  /** What happened, subject first: `tenant.created`, `config.saved`. */
  action: string;
  /** The thing it happened to, as a person would name it. */
  subject: string;
  tenantId?: number;
  before?: unknown;
  after?: unknown;
}

/** The hash before the first event. */
export const GENESIS = '0'.repeat(64);

type Row = Omit<typeof auditEvents.$inferSelect, 'id' | 'hash'>;

/** SHA-256 over a canonical form of the event, the previous hash included. */
export function auditHash(row: Row): string {
  const canonical = JSON.stringify([
    row.at.toISOString(),
    row.actor,
    row.actorId,
    row.action,
    row.subject,
    row.tenantId,
    canonicalJson(row.before),
    canonicalJson(row.after),
    row.requestId,
    row.previousHash,
  ]);
  return createHash('sha256').update(canonical).digest('hex');
}

/** JSON with sorted keys: PostgreSQL's jsonb does not keep the order of keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * Locks the chain until the transaction ends and answers the statements that append the events to it; whoever runs them may add
 * others, since each way to the database lengthens the time that all other writers wait.
 */
export async function appendAudit(ctx: Ctx, db: Transaction, entries: AuditEntry[]): Promise<SQLWrapper[]> {
  const head = (await lockHead(db)) ?? (await startChain(db));
  let previousHash = head.hash;
  const events = entries.map((entry) => {
    const row: Row = {
      at: ctx.clock.now(),
      actor: ctx.actor.name,
      actorId: ctx.actor.id,
      action: entry.action,
      subject: entry.subject,
      tenantId: entry.tenantId ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
      requestId: ctx.requestId,
      previousHash,
    };
    const hash = auditHash(row);
    previousHash = hash;
    return { ...row, hash };
  });
  return [
    db.insert(auditEvents).values(events),
    db
      .update(auditHead)
      .set({ hash: previousHash, length: Number(head.length) + events.length })
      .where(eq(auditHead.id, 1)),
  ];
}

/** As it is sent; drivers answer a bigint as text. */
interface Head {
  hash: string;
  length: number | string;
}

async function lockHead(db: Transaction): Promise<Head | undefined> {
  const [head] = await rows<Head>(db, sql`select hash, length from ${auditHead} where id = 1 for update`);
  return head;
}

/** Only the first change of an installation comes here; of two at once one waits for the other. */
async function startChain(db: Transaction): Promise<Head> {
  await db.insert(auditHead).values({ id: 1, hash: GENESIS, length: 0 }).onConflictDoNothing();
  const head = await lockHead(db);
  if (!head) throw new Error('The audit chain has no head row.');
  return head;
}
