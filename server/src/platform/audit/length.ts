import { eq } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { auditHead } from './tables.ts';

/** Number of recorded changes so far: grows with every committed change of the console. */
export async function readAuditLength(db: Db): Promise<number> {
  const [head] = await db.select({ length: auditHead.length }).from(auditHead).where(eq(auditHead.id, 1));
  return head?.length ?? 0;
}
