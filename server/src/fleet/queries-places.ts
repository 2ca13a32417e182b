import { asc, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '../platform/database/database.ts';
import { databaseHosts, regions, servers, tenantServices } from './tables.ts';

/** The name of a region; undefined if there is none with this id. */
export async function findRegionName(db: Db, id: number): Promise<string | undefined> {
  const [region] = await db.select({ name: regions.name }).from(regions).where(eq(regions.id, id));
  return region?.name;
}

/** A database server; undefined if there is none with this id. */
export async function findDatabaseHost(db: Db, id: number) {
  const [host] = await db.select().from(databaseHosts).where(eq(databaseHosts.id, id));
  return host;
}

/** The condition that a row of `tenant_services` is about a service on an environment, in any role. @param environmentId column with its id */
export const isServiceOn = (environmentId: SQLWrapper): SQL => {
  const { webEnvironmentId, workerEnvironmentId, snsEnvironmentId } = tenantServices;
  return sql`${environmentId} in (${webEnvironmentId}, ${workerEnvironmentId}, ${snsEnvironmentId})`;
};

/** Servers by environment, each list sorted by host; environments without servers are missing. @param environmentIds null: all */
export async function listHosts(db: Db, environmentIds: readonly number[] | null): Promise<Map<number, string[]>> {
  if (environmentIds?.length === 0) return new Map();
  const found = await db
    .select({ host: servers.host, environmentId: servers.environmentId })
    .from(servers)
    .where(environmentIds === null ? undefined : inArray(servers.environmentId, [...environmentIds]))
    .orderBy(asc(servers.host));
  const byEnvironment = Map.groupBy(found, (server) => server.environmentId);
  return new Map([...byEnvironment].map(([id, all]) => [id, all.map(({ host }) => host)]));
}
