import { sql } from 'drizzle-orm';
import { GENESIS } from '../audit/append.ts';
import { auditEvents, auditHead, auditRemovals } from '../audit/tables.ts';
import type { Database } from '../database/database.ts';

/** Clears the audit log, as after the first migration. */
export async function emptyAudit(db: Database): Promise<void> {
  await db.execute(sql`truncate ${auditEvents}, ${auditRemovals} restart identity`);
  await db.update(auditHead).set({ hash: GENESIS, length: 0 });
}
