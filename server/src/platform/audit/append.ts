import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import type { Transaction } from '../database/database.ts';
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

/** Appends events to the chain inside the transaction that makes the change. */
export async function appendAudit(ctx: Ctx, db: Transaction, entries: AuditEntry[]): Promise<void> {
  await db.insert(auditHead).values({ id: 1, hash: GENESIS, length: 0 }).onConflictDoNothing();
  const [head] = await db.select().from(auditHead).where(eq(auditHead.id, 1)).for('update');
  if (!head) throw new Error('The audit chain has no head row.');
  let previousHash = head.hash;
  const rows = entries.map((entry) => {
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
  await db.insert(auditEvents).values(rows);
  await db
    .update(auditHead)
    .set({ hash: previousHash, length: head.length + rows.length })
    .where(eq(auditHead.id, 1));
}
