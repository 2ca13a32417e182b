import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { tenantServices } from './tables.ts';

/** Sets the cron or maintenance switch. Answers the row as it was; undefined when the tenant lacks the service. */
export async function setServiceSwitch(
  db: Transaction,
  tenantId: number,
  service: string,
  change: { cron?: boolean | undefined; maintenance?: boolean | undefined },
) {
  const own = and(eq(tenantServices.tenantId, tenantId), eq(tenantServices.service, service));
  const [before] = await db.select().from(tenantServices).where(own).for('update');
  if (before) await db.update(tenantServices).set(change).where(own);
  return before;
}
