import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { temporaryLogLevels } from './tables.ts';

/** The temporary level of a tenant; undefined while its own is in force. */
export async function findTemporaryLevel(db: Db, tenantId: number) {
  const [row] = await db.select().from(temporaryLogLevels).where(eq(temporaryLogLevels.tenantId, tenantId));
  return row;
}
