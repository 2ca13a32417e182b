import type { ReportTenant } from '@mission-control/contract/reports/calls';
import { asc, eq, isNull, and, lt, or, sql } from 'drizzle-orm';
import { batched } from '../../platform/database/batched.ts';
import { rows, type Database, type Db, type Transaction } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { environments } from '../environments/public.ts';
import { tenantServices } from '../services/public.ts';
import { tenants } from '../tenants/public.ts';
import { reportReceipts, reportTokens } from './tables.ts';

/** The environment whose token has this hash; undefined when there is none (any more). */
export const findTokenOwner = (db: Database, hash: string) => ownerReader(db)(hash);

const ownerReader = prepared((db) => {
  const statement = db
    .select({ hash: reportTokens.hash, id: environments.id, name: environments.name })
    .from(reportTokens)
    .innerJoin(environments, eq(environments.id, reportTokens.environmentId))
    .where(sql`${reportTokens.hash} = any(${sql.placeholder('hashes')})`)
    .prepare('list_report_tokens');
  return batched(async (hashes: string[]) => {
    const found = await statement.execute({ hashes });
    return new Map(found.map((owner) => [owner.hash, owner]));
  });
});

/** The name of an environment; undefined when there is none. */
export async function findEnvironmentName(db: Db, id: number): Promise<string | undefined> {
  const [found] = await db.select({ name: environments.name }).from(environments).where(eq(environments.id, id));
  return found?.name;
}

/** Stores the token of an environment in place of the one before it. */
export async function putToken(db: Transaction, row: typeof reportTokens.$inferInsert): Promise<void> {
  const { environmentId: _key, ...set } = row;
  await db.insert(reportTokens).values(row).onConflictDoUpdate({ target: reportTokens.environmentId, set });
}

/** One report of an environment. */
export interface ReportKey {
  environmentId: number;
  reportId: string;
}

/** Notes that these reports have come. Answers those that had not come before. */
export function insertReceipts(db: Transaction, keys: ReportKey[], receivedAt: Date): Promise<ReportKey[]> {
  return db
    .insert(reportReceipts)
    .values(keys.map((key) => ({ ...key, receivedAt })))
    .onConflictDoNothing()
    .returning({ environmentId: reportReceipts.environmentId, reportId: reportReceipts.reportId });
}

/** Forgets receipts from before this time. */
export async function purgeReceipts(db: Db, before: Date): Promise<void> {
  await db.delete(reportReceipts).where(lt(reportReceipts.receivedAt, before));
}

/** A tenant as an environment speaks of it. */
export interface Seat {
  environmentId: number;
  tenantId: number;
}

/** Which of these tenants are there and have a service on the environment. They cannot be removed before the transaction ends. */
export function listSeats(db: Transaction, asked: Seat[]): Promise<Seat[]> {
  return rows<Seat>(
    db,
    sql`
      select asked."environmentId", asked."tenantId"
      from json_to_recordset(${JSON.stringify(asked)}::json) as asked("environmentId" integer, "tenantId" integer)
      join ${tenants} on ${tenants.id} = asked."tenantId" and ${tenants.deletedAt} is null
      where exists (
        select from ${tenantServices}
        where ${tenantServices.tenantId} = asked."tenantId" and asked."environmentId" in
          (${tenantServices.webEnvironmentId}, ${tenantServices.workerEnvironmentId}, ${tenantServices.snsEnvironmentId}))
      for key share of ${sql.raw('"tenants"')}`,
  );
}

/** The tenants with a service on an environment, by id. */
export async function listTenantsOn(db: Db, environmentId: number): Promise<ReportTenant[]> {
  const { webEnvironmentId: web, workerEnvironmentId: worker, snsEnvironmentId: sns } = tenantServices;
  const found = await db
    .select({ id: tenants.id, name: tenants.name, service: tenantServices.service, web, worker, sns })
    .from(tenantServices)
    .innerJoin(tenants, and(eq(tenants.id, tenantServices.tenantId), isNull(tenants.deletedAt)))
    .where(or(eq(web, environmentId), eq(worker, environmentId), eq(sns, environmentId)))
    .orderBy(asc(tenants.id), asc(tenantServices.service));
  const byId = new Map<number, ReportTenant>();
  for (const { id, name, service, ...places } of found) {
    const tenant = byId.get(id) ?? { id, tenant_name: name, services: [] };
    byId.set(id, tenant);
    for (const place of ['web', 'worker', 'sns'] as const)
      if (places[place] === environmentId) tenant.services.push({ service, place });
  }
  return [...byId.values()];
}

/** Ids of the environments that serve or run the CoursePro of a tenant. */
export async function listCourseproEnvironments(db: Db): Promise<number[]> {
  const { webEnvironmentId: web, workerEnvironmentId: worker, service } = tenantServices;
  const found = await rows<{ id: number }>(
    db,
    sql`
      select distinct used.id from ${tenantServices}, lateral (values (${web}), (${worker})) as used(id)
      where ${service} = 'coursepro' and used.id is not null order by used.id`,
  );
  return found.map(({ id }) => id);
}
