import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { tenants } from '../tenants/public.ts';

/** The id of the living tenant of exactly this name. */
export async function findTenantByName(db: Db, name: string): Promise<number | undefined> {
  const [found] = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.name, name), isNull(tenants.deletedAt)));
  return found?.id;
}
