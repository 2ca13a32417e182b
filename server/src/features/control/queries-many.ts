import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { existingTenants } from '../../fleet/queries-tenants.ts';
import { servers, tenants, tenantServices } from '../../fleet/tables.ts';
import type { Db } from '../../platform/database/database.ts';
import { controlConfirmations, switchEnds, temporaryLogLevels } from './tables.ts';

/** The switches, deployment groups and log levels of these tenants, except deleted ones. */
export async function listControlled(db: Db, ids: readonly number[]) {
  const found = await db
    .select({ id: tenants.id, active: tenants.active, group: tenants.deploymentGroup, logLevel: tenants.logLevel })
    .from(tenants)
    .where(existingTenants(ids));
  const existing = found.map(({ id }) => id);
  const services = Map.groupBy(
    await db
      .select({
        tenantId: tenantServices.tenantId,
        service: tenantServices.service,
        cron: tenantServices.cron,
        maintenance: tenantServices.maintenance,
        web: tenantServices.webEnvironmentId,
        worker: tenantServices.workerEnvironmentId,
      })
      .from(tenantServices)
      .where(inArray(tenantServices.tenantId, existing))
      .orderBy(asc(tenantServices.service)),
    ({ tenantId }) => tenantId,
  );
  const ends = Map.groupBy(
    await db.select().from(switchEnds).where(inArray(switchEnds.tenantId, existing)),
    ({ tenantId }) => tenantId,
  );
  const levels = await db.select().from(temporaryLogLevels).where(inArray(temporaryLogLevels.tenantId, existing));
  const levelOf = new Map(levels.map((level) => [level.tenantId, level]));
  return new Map(
    found.map(({ id, ...tenant }) => [
      id,
      { ...tenant, services: services.get(id) ?? [], ends: ends.get(id) ?? [], level: levelOf.get(id) ?? null },
    ]),
  );
}

export type Controlled = Awaited<ReturnType<typeof listControlled>> extends Map<number, infer One> ? One : never;

/** Tenants with servers that have not confirmed a control file since `before`, longest first, with the environments of these servers. */
export function listUnconfirmed(db: Db, before: Date, limit: number) {
  const { tenantId, service, host, error, failedAt } = controlConfirmations;
  return db
    .select({
      tenantId,
      places: sql<[string, number][]>`json_agg(json_build_array(${service}, ${servers.environmentId}))`,
    })
    .from(controlConfirmations)
    .innerJoin(servers, eq(servers.host, host))
    .where(and(isNotNull(error), lte(failedAt, before)))
    .groupBy(tenantId)
    .orderBy(sql`min(${failedAt})`)
    .limit(limit);
}
