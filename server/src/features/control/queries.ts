import type { LogLevel } from '@mission-control/contract/control/schema';
import { and, eq, inArray, lte, sql, type Column } from 'drizzle-orm';
import { livingTenant } from '../../fleet/queries-tenants.ts';
import { servers, tenants, tenantServices } from '../../fleet/tables.ts';
import { type Db, type Transaction, jsonObject } from '../../platform/database/database.ts';
import type { TemporaryFacts } from './log-level-seen.ts';
import { temporaryLogLevels } from './tables.ts';

/** The temporary level of the tenant or null, as a column of a query over tenants. */
export function temporaryLevelOfTenant(tenantId: Column) {
  const row = jsonObject<TemporaryFacts>({
    level: temporaryLogLevels.level,
    until: temporaryLogLevels.until,
    setAt: temporaryLogLevels.setAt,
    setBy: temporaryLogLevels.setBy,
  });
  return sql<TemporaryFacts | null>`(select ${row} from ${temporaryLogLevels} where ${temporaryLogLevels.tenantId} = ${tenantId})`;
}

export type TemporaryLevel = typeof temporaryLogLevels.$inferSelect;

const ofTenant = (tenantId: number) => eq(temporaryLogLevels.tenantId, tenantId);
/** The log level applies to CoursePro only. */
const coursePro = and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, 'coursepro'));

/** The temporary level of a tenant; undefined without one. */
export async function findTemporaryLevel(db: Db, tenantId: number): Promise<TemporaryLevel | undefined> {
  const [row] = await db.select().from(temporaryLogLevels).where(ofTenant(tenantId));
  return row;
}

/** Locks a living tenant until the transaction ends; `service` is null without CoursePro. */
export async function lockLevelOwner(db: Transaction, tenantId: number) {
  const [owner] = await db
    .select({ name: tenants.name, own: tenants.logLevel, service: tenantServices.service })
    .from(tenants)
    .leftJoin(tenantServices, coursePro)
    .where(livingTenant(tenantId))
    .for('update', { of: tenants });
  return owner;
}

/** A tenant, deleted or not, with the content of its control file and its CoursePro environments. */
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

/** The servers of these environments, sorted by host. */
export async function listServersOf(db: Db, environmentIds: number[]): Promise<{ host: string }[]> {
  if (environmentIds.length === 0) return [];
  return db
    .select({ host: servers.host })
    .from(servers)
    .where(inArray(servers.environmentId, environmentIds))
    .orderBy(servers.host);
}

/** Sets the temporary level, replacing an earlier one. */
export async function putTemporaryLevel(db: Transaction, row: TemporaryLevel): Promise<void> {
  await db.insert(temporaryLogLevels).values(row).onConflictDoUpdate({ target: temporaryLogLevels.tenantId, set: row });
}

/** Ids of tenants with an overdue temporary level. */
export async function listOverdue(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ tenantId: temporaryLogLevels.tenantId })
    .from(temporaryLogLevels)
    .where(lte(temporaryLogLevels.until, now));
  return rows.map((row) => row.tenantId);
}

/** Deletes and returns the temporary level; undefined if there is none or it is not overdue at `overdueAt`. */
export async function removeTemporaryLevel(
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

/** Name and permanent level of a tenant, deleted or not. */
export async function findLevelOwner(db: Db, tenantId: number): Promise<{ name: string; own: LogLevel } | undefined> {
  const [owner] = await db
    .select({ name: tenants.name, own: tenants.logLevel })
    .from(tenants)
    .where(eq(tenants.id, tenantId));
  return owner;
}
