import { eq, sql } from 'drizzle-orm';
import { rows, type Transaction } from '../database/database.ts';
import { auditHash, type AuditEntry } from './append.ts';
import { auditEvents, auditHead } from './tables.ts';

/** A change made before this console was installed, as the inventory reports it. Callers mask secrets first. */
export interface ImportedEntry extends AuditEntry {
  at: Date;
  /** Name of the author, who has no account here yet. */
  actor: string;
}

/** Request id of imported events; native events carry the id of their request. */
const IMPORTED = 'inventory';

/** Appends imported events to the chain in chronological order, inside the import's transaction. */
export async function appendImported(db: Transaction, entries: readonly ImportedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const [head] = await db.select().from(auditHead).where(eq(auditHead.id, 1)).for('update');
  if (!head) throw new Error('The audit chain has no head row.');
  let previousHash = head.hash;
  const linked = entries
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, actor, action, subject, tenantId, before, after }, place) => {
      const row = {
        at: at.toISOString(),
        actor,
        actorId: null,
        action,
        subject,
        tenantId: tenantId ?? null,
        before: before ?? null,
        after: after ?? null,
        requestId: IMPORTED,
        previousHash,
      };
      previousHash = auditHash(row);
      return { ...row, hash: previousHash, place };
    });
  await rows(
    db,
    sql`insert into ${auditEvents} (at, actor, action, subject, tenant_id, before, after, request_id, previous_hash, hash)
      select at, actor, action, subject, "tenantId", before, after, "requestId", "previousHash", hash
      from json_to_recordset(${JSON.stringify(linked)}::json) as given (
        at timestamptz, actor text, action text, subject text, "tenantId" int, before jsonb, after jsonb,
        "requestId" text, "previousHash" text, hash text, place int)
      order by place`,
  );
  await db
    .update(auditHead)
    .set({ hash: previousHash, length: head.length + linked.length })
    .where(eq(auditHead.id, 1));
}
