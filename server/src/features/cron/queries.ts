import type { CronRow } from '@mission-control/contract/cron/calls';
import type { CronTask } from '@mission-control/contract/cron/schema';
import { and, asc, eq, exists, isNull, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { environments } from '../environments/public.ts';
import type { Reported } from '../reports/public.ts';
import { tenantServices } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';
import { cronReports } from './tables.ts';

/** What is reported of a tenant. */
export interface CronEntry {
  cron_tasks: string | null;
  tasks: CronTask[];
}

/** Stores reports in place of older ones. Answers the ids of the tenants whose report was not older. */
export async function putCronReports(db: Transaction, reports: Reported<CronEntry>[]): Promise<number[]> {
  const stored = await db
    .insert(cronReports)
    .values(
      reports.map(({ tenantId, environmentId, created, entry }) => ({
        tenantId,
        environmentId,
        created,
        cronTasks: entry.cron_tasks,
        tasks: entry.tasks,
      })),
    )
    .onConflictDoUpdate({
      target: [cronReports.tenantId, cronReports.environmentId],
      set: { created: sql`excluded.created`, cronTasks: sql`excluded.cron_tasks`, tasks: sql`excluded.tasks` },
      setWhere: sql`${cronReports.created} <= excluded.created`,
    })
    .returning({ tenantId: cronReports.tenantId });
  return stored.map(({ tenantId }) => tenantId);
}

/** A report counts as long as the tenant has a service on the environment that made it. */
const isSeated = sql`exists (
  select from ${tenantServices} where ${tenantServices.tenantId} = ${cronReports.tenantId} and ${cronReports.environmentId} in
    (${tenantServices.webEnvironmentId}, ${tenantServices.workerEnvironmentId}, ${tenantServices.snsEnvironmentId}))`;

/** The running tasks of all tenants that have CoursePro, whose cron it is, or that are reported, by name. */
export async function listCronRows(db: Db): Promise<CronRow[]> {
  const hasCoursepro = db
    .select({ one: sql`1` })
    .from(tenantServices)
    .where(and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, 'coursepro')));
  const found = await db
    .select({
      id: tenants.id,
      tenant_name: tenants.name,
      cron_tasks: cronReports.cronTasks,
      environment_name: environments.name,
      created: cronReports.created,
    })
    .from(tenants)
    .leftJoin(cronReports, and(eq(cronReports.tenantId, tenants.id), isSeated))
    .leftJoin(environments, eq(environments.id, cronReports.environmentId))
    .where(and(isNull(tenants.deletedAt), or(exists(hasCoursepro), sql`${cronReports.tenantId} is not null`)))
    .orderBy(asc(tenants.nameKey), asc(tenants.id), asc(environments.name));
  return found.map((row) => ({ ...row, created: row.created?.toISOString() ?? null }));
}

/** True when there is such a tenant. */
export async function hasTenant(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.id, id), isNull(tenants.deletedAt)));
  return found.length > 0;
}

/** The reports about a tenant, the oldest first. */
export function listTenantReports(db: Db, tenantId: number): Promise<{ tasks: CronTask[]; created: Date }[]> {
  return db
    .select({ tasks: cronReports.tasks, created: cronReports.created })
    .from(cronReports)
    .where(and(eq(cronReports.tenantId, tenantId), isSeated))
    .orderBy(asc(cronReports.created), asc(cronReports.environmentId));
}
