import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { tenants } from '../tenants/public.ts';

/** The name of a tenant; undefined when there is none, or it is deleted. */
export async function findTenantName(db: Db, id: number): Promise<string | undefined> {
  const [tenant] = await db
    .select({ name: tenants.name })
    .from(tenants)
    .where(and(eq(tenants.id, id), isNull(tenants.deletedAt)));
  return tenant?.name;
}
