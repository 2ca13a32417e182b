import type { ReportTenant } from '@mission-control/contract/reports/calls';
import { asc, eq, and, lt, or, sql } from 'drizzle-orm';
import { isServiceOn } from '../../fleet/queries-places.ts';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { environments, tenants, tenantServices } from '../../fleet/tables.ts';
import { batched } from '../../platform/database/batched.ts';
import {
  rows,
  type Database,
  type Db,
  type Transaction,
  perDatabase,
  preparedForKeys,
} from '../../platform/database/database.ts';
import { reportReceipts, reportTokens } from './tables.ts';

/** The environment whose current token has this hash. */
export const findTokenOwner = (db: Database, hash: string) => ownerReader(db)(hash);

const ownerReader = perDatabase((db) => {
  const list = preparedForKeys((isAmong, length) =>
    db
      .select({ hash: reportTokens.hash, id: environments.id, name: environments.name })
      .from(reportTokens)
      .innerJoin(environments, eq(environments.id, reportTokens.environmentId))
      .where(isAmong(reportTokens.hash))
      .prepare(`list_report_tokens${length}`),
  );
  return batched(async (hashes: string[]) => {
    const found = await list(hashes);
    return new Map(found.map((owner) => [owner.hash, owner]));
  });
});

export async function findEnvironmentName(db: Db, id: number): Promise<string | undefined> {
  const [found] = await db.select({ name: environments.name }).from(environments).where(eq(environments.id, id));
  return found?.name;
}

/** Replaces the token of an environment. */
export async function putToken(db: Transaction, row: typeof reportTokens.$inferInsert): Promise<void> {
  const { environmentId: _key, ...set } = row;
  await db.insert(reportTokens).values(row).onConflictDoUpdate({ target: reportTokens.environmentId, set });
}

/** Identifies a report of an environment. */
export interface ReportKey {
  environmentId: number;
  reportId: string;
}

/** Stores receipts. Returns the reports received for the first time. */
export function insertReceipts(db: Transaction, keys: ReportKey[], receivedAt: Date): Promise<ReportKey[]> {
  return db
    .insert(reportReceipts)
    .values(keys.map((key) => ({ ...key, receivedAt })))
    .onConflictDoNothing()
    .returning({ environmentId: reportReceipts.environmentId, reportId: reportReceipts.reportId });
}

/** Deletes receipts before this time. */
export async function purgeReceipts(db: Db, before: Date): Promise<void> {
  await db.delete(reportReceipts).where(lt(reportReceipts.receivedAt, before));
}

/** A tenant on an environment. */
export interface Placement {
  environmentId: number;
  tenantId: number;
}

/** Those existing tenants that have a service on the environment, protected from removal until the transaction ends. */
export function listPlacements(db: Transaction, requested: Placement[]): Promise<Placement[]> {
  return rows<Placement>(
    db,
    sql`
      select requested."environmentId", requested."tenantId"
      from json_to_recordset(${JSON.stringify(requested)}::json) as requested("environmentId" integer, "tenantId" integer)
      join ${tenants} on ${tenants.id} = requested."tenantId" and ${notDeleted}
      where exists (
        select from ${tenantServices}
        where ${tenantServices.tenantId} = requested."tenantId" and ${isServiceOn(sql`requested."environmentId"`)})
      for key share of ${sql.raw('"tenants"')}`,
  );
}

/** The existing tenants with a service on an environment, sorted by id. */
export async function listTenantsOn(db: Db, environmentId: number): Promise<ReportTenant[]> {
  const { webEnvironmentId: web, workerEnvironmentId: worker, snsEnvironmentId: sns } = tenantServices;
  const found = await db
    .select({ id: tenants.id, name: tenants.name, service: tenantServices.service, web, worker, sns })
    .from(tenantServices)
    .innerJoin(tenants, and(eq(tenants.id, tenantServices.tenantId), notDeleted))
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

/** Ids of the environments expected to report: the web and worker environments of any CoursePro. */
export async function listReportingEnvironments(db: Db): Promise<number[]> {
  const { webEnvironmentId: web, workerEnvironmentId: worker, service } = tenantServices;
  const found = await rows<{ id: number }>(
    db,
    sql`
      select distinct used.id from ${tenantServices}, lateral (values (${web}), (${worker})) as used(id)
      where ${service} = 'coursepro' and used.id is not null order by used.id`,
  );
  return found.map(({ id }) => id);
}
