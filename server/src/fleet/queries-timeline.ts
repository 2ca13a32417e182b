import { and, asc, desc, eq, gte, lt, or, sql, type Column, type SQL } from 'drizzle-orm';
import type { Db } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { notDeleted, requireTenant } from './queries-tenants.ts';
import { environments, servers, tenants, tenantServices } from './tables.ts';
import type { TimelineScope, TimelineSlice } from './timeline.ts';

/** Microseconds since 1970. */
export const microseconds = (at: Column | SQL): SQL<number> =>
  sql<number>`(extract(epoch from ${at}) * 1000000)::bigint`.mapWith(Number);

/** A timestamp with the precision of the database. @param us microseconds since 1970 */
export const instant = (us: number): SQL =>
  sql`${`${new Date(Math.floor(us / 1000)).toISOString().slice(0, -1)}${String(us % 1000).padStart(3, '0')}Z`}::timestamptz`;

/** Condition for the rows of a slice. */
export function inSlice(at: Column, id: Column, { from, to, after, ascending }: TimelineSlice): SQL | undefined {
  const range = and(from === null ? undefined : gte(at, from), lt(at, to));
  if (after === null) return range;
  const time = instant(after.us);
  const beyond = ascending ? sql`>` : sql`<`;
  if (after.id === undefined) return and(range, sql`${at} ${beyond} ${time}`);
  if (after.id === null) return and(range, sql`${at} ${beyond}= ${time}`);
  // Whatever the type of the id: a cursor may name one beyond its range.
  return and(range, sql`(${at}, ${id}) ${beyond} (${time}, ${after.id}::bigint)`);
}

/** The order of a slice. */
export const inOrder = (at: Column, id: Column, { ascending }: Pick<TimelineSlice, 'ascending'>): SQL[] =>
  ascending ? [asc(at), asc(id)] : [desc(at), desc(id)];

/** Resolves the requested scope. @throws AppError('not_found') */
export async function findTimelineScope(
  db: Db,
  {
    tenant,
    environment,
    server,
  }: { tenant?: number | undefined; environment?: number | undefined; server?: string | undefined },
): Promise<TimelineScope> {
  if (tenant !== undefined) {
    const { id, name, deploymentGroup } = await requireTenant(db, tenant);
    return { of: 'tenant', about: name, id, deploymentGroup };
  }
  if (environment === undefined && server === undefined) return { of: 'fleet', about: null };
  const found = await db
    .select({ id: environments.id, name: environments.name, host: servers.host })
    .from(environments)
    .leftJoin(servers, eq(servers.environmentId, environments.id))
    .where(server === undefined ? eq(environments.id, environment ?? 0) : eq(servers.host, server));
  const [first] = found;
  if (!first)
    throw new AppError(
      'not_found',
      server === undefined ? 'There is no such environment.' : 'There is no such server.',
    );
  return {
    of: 'environment',
    about: server ?? first.name,
    id: first.id,
    name: first.name,
    hosts: found.flatMap(({ host }) => (host === null ? [] : [host])),
    services: await listServicesOn(db, first.id),
  };
}

/** The services of existing tenants on an environment. */
async function listServicesOn(db: Db, environmentId: number): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const { webEnvironmentId: web, workerEnvironmentId: worker, snsEnvironmentId: sns } = tenantServices;
  const found = await db
    .select({ tenantId: tenantServices.tenantId, service: tenantServices.service })
    .from(tenantServices)
    .innerJoin(tenants, and(eq(tenants.id, tenantServices.tenantId), notDeleted))
    .where(or(eq(web, environmentId), eq(worker, environmentId), eq(sns, environmentId)));
  const byTenant = Map.groupBy(found, ({ tenantId }) => tenantId);
  return new Map([...byTenant].map(([id, services]) => [id, new Set(services.map(({ service }) => service))]));
}
