import type { LogLevel } from '@mission-control/contract/log-level/schema';
import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { servers } from '../environments/public.ts';
import { tenantServices } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';
import { temporaryLogLevels } from './tables.ts';

export type TemporaryLevel = typeof temporaryLogLevels.$inferSelect;

const ofTenant = (tenantId: number) => eq(temporaryLogLevels.tenantId, tenantId);
/** The service whose servers follow the level, and whose card has its control. */
const coursePro = and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, 'coursepro'));

/** The temporary level of a tenant; undefined while its own is in force. */
export async function findTemporaryLevel(db: Db, tenantId: number): Promise<TemporaryLevel | undefined> {
  const [row] = await db.select().from(temporaryLogLevels).where(ofTenant(tenantId));
  return row;
}

/** A tenant that is not deleted with its own level, locked until the transaction ends. */
export async function lockLevelOwner(db: Transaction, tenantId: number) {
  const [owner] = await db
    .select({ name: tenants.name, own: tenants.logLevel, service: tenantServices.service })
    .from(tenants)
    .leftJoin(tenantServices, coursePro)
    .where(and(eq(tenants.id, tenantId), isNull(tenants.deletedAt)))
    .for('update', { of: tenants });
  return owner;
}

/** A tenant, deleted or not, with what its control file says and the CoursePro environments it is published to. */
export async function findControlFacts(db: Db, tenantId: number) {
  const [facts] = await db
    .select({
      name: tenants.name,
      deploymentGroup: tenants.deploymentGroup,
      own: tenants.logLevel,
      deletedAt: tenants.deletedAt,
      webEnvironmentId: tenantServices.webEnvironmentId,
      workerEnvironmentId: tenantServices.workerEnvironmentId,
      temporary: temporaryLogLevels,
    })
    .from(tenants)
    .leftJoin(tenantServices, coursePro)
    .leftJoin(temporaryLogLevels, eq(temporaryLogLevels.tenantId, tenants.id))
    .where(eq(tenants.id, tenantId));
  return facts;
}

/** The servers of these environments, by host. */
export async function listServersOf(db: Db, environmentIds: number[]): Promise<{ host: string }[]> {
  if (environmentIds.length === 0) return [];
  return db
    .select({ host: servers.host })
    .from(servers)
    .where(inArray(servers.environmentId, environmentIds))
    .orderBy(servers.host);
}

/** Puts a temporary level in force, in place of an earlier one. */
export async function putTemporaryLevel(db: Transaction, row: TemporaryLevel): Promise<void> {
  await db.insert(temporaryLogLevels).values(row).onConflictDoUpdate({ target: temporaryLogLevels.tenantId, set: row });
}

/** Tenants whose temporary level should have been taken back by now. */
export async function listOverdue(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ tenantId: temporaryLogLevels.tenantId })
    .from(temporaryLogLevels)
    .where(lte(temporaryLogLevels.until, now));
  return rows.map((row) => row.tenantId);
}

/** Takes the temporary level away; undefined when there is none, or none that is overdue at `overdueAt`. */
export async function takeTemporaryLevel(
  db: Transaction,
  tenantId: number,
  overdueAt?: Date,
): Promise<TemporaryLevel | undefined> {
  const due = overdueAt && lte(temporaryLogLevels.until, overdueAt);
  const [row] = await db
    .delete(temporaryLogLevels)
    .where(and(ofTenant(tenantId), due))
    .returning();
  return row;
}

/** The name and own level of a tenant, deleted or not. */
export async function findLevelOwner(db: Db, tenantId: number): Promise<{ name: string; own: LogLevel } | undefined> {
  const [owner] = await db
    .select({ name: tenants.name, own: tenants.logLevel })
    .from(tenants)
    .where(eq(tenants.id, tenantId));
  return owner;
}
