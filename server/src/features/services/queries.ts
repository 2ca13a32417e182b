import { and, asc, desc, eq } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { databaseHosts } from '../databases/public.ts';
import { domains, tenantServices } from './tables.ts';

/** The services of a tenant, each with its database host's label. */
export function listServicesOf(db: Db, tenantId: number) {
  return db
    .select({ service: tenantServices, hostLabel: databaseHosts.label })
    .from(tenantServices)
    .leftJoin(databaseHosts, eq(databaseHosts.id, tenantServices.databaseHostId))
    .where(eq(tenantServices.tenantId, tenantId));
}

/** The domains of a tenant, the primary one of each service first. */
export function listDomainsOf(db: Db, tenantId: number) {
  return db
    .select()
    .from(domains)
    .where(eq(domains.tenantId, tenantId))
    .orderBy(desc(domains.isPrimary), asc(domains.host));
}

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
