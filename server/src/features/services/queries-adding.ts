import { servedServices } from '@mission-control/contract/services/rules';
import { and, asc, count, eq, inArray, isNotNull, like, sql, getTableColumns } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isServiceOn } from '../../fleet/queries-places.ts';
import { databaseHosts, certificates, environments, domains, tenantServices } from '../../fleet/tables.ts';
import type { Db, Transaction } from '../../platform/database/database.ts';
import type { ServiceRef, WantedDomain } from './places/queries-places.ts';

/** Sets the cron or maintenance switch of a locked tenant. Returns the previous row; undefined if the tenant lacks the service. */
export async function setServiceSwitch(
  db: Transaction,
  tenantId: number,
  service: string,
  change: { cron?: boolean | undefined; maintenance?: boolean | undefined },
) {
  const before = alias(tenantServices, 'before');
  const ofService = (table: typeof tenantServices | typeof before) =>
    and(eq(table.tenantId, tenantId), eq(table.service, service));
  const [row] = await db
    .update(tenantServices)
    .set(change)
    .from(before)
    .where(and(ofService(tenantServices), ofService(before)))
    .returning(getTableColumns(before));
  return row;
}

/** The database servers of a region, the one with the fewest services first. */
export async function listHostsOfRegion(db: Db, regionId: number) {
  const load = db
    .select({ hostId: tenantServices.databaseHostId, services: count().as('services') })
    .from(tenantServices)
    .where(isNotNull(tenantServices.databaseHostId))
    .groupBy(tenantServices.databaseHostId)
    .as('load');
  const found = await db
    .select({ host: databaseHosts })
    .from(databaseHosts)
    .leftJoin(load, eq(load.hostId, databaseHosts.id))
    .where(eq(databaseHosts.regionId, regionId))
    .orderBy(asc(sql`coalesce(${load.services}, 0)`), asc(databaseHosts.name));
  return found.map(({ host }) => host);
}

/** An environment that a service could run on, with its current number of services. */
export interface Candidate {
  id: number;
  name: string;
  type: number;
  /** The services that it serves (C-135). */
  serves: string[];
  services: number;
}

/** The environments of these types in a region, sorted by name. */
export async function listCandidates(db: Db, regionId: number, types: number[]): Promise<Candidate[]> {
  const found = await db
    .select({
      id: environments.id,
      name: environments.name,
      type: environments.type,
      named: environments.services,
      services: sql<number>`(select count(*)::int from ${tenantServices} where ${isServiceOn(environments.id)})`,
    })
    .from(environments)
    .where(and(eq(environments.regionId, regionId), inArray(environments.type, types)))
    .orderBy(asc(environments.name));
  return found.map(({ named, ...row }) => ({ ...row, serves: servedServices(row.type, named) }));
}

/** Names of the web environments of the tenant's services. */
export async function listEnvironmentNames(db: Db, tenantId: number): Promise<string[]> {
  const found = await db
    .select({ name: environments.name })
    .from(tenantServices)
    .innerJoin(environments, eq(environments.id, tenantServices.webEnvironmentId))
    .where(eq(tenantServices.tenantId, tenantId));
  return found.map(({ name }) => name);
}

/** Hosts that start with the slug. @param slug of letters, digits and dashes */
export async function listHostsLike(db: Db, slug: string): Promise<Set<string>> {
  const found = await db
    .select({ host: domains.host })
    .from(domains)
    .where(like(domains.host, `${slug}%`));
  return new Set(found.map(({ host }) => host));
}

/** All certificates, oldest first. */
export function listCertificates(db: Db) {
  return db.select().from(certificates).orderBy(asc(certificates.id));
}

export type NewService = Pick<
  typeof tenantServices.$inferInsert,
  'webEnvironmentId' | 'workerEnvironmentId' | 'snsEnvironmentId' | 'certificateId' | 'databaseHostId' | 'bridge'
>;

/** Inserts a service with its domain. */
export async function insertService(
  db: Transaction,
  ref: ServiceRef,
  service: NewService,
  domain: WantedDomain,
): Promise<void> {
  await db.insert(tenantServices).values({ ...ref, ...service });
  await db.insert(domains).values({ ...ref, ...domain });
}
