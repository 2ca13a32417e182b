import { and, eq, inArray, not } from 'drizzle-orm';
import { certificates, environments, tenants, domains, tenantServices } from '../../../fleet/tables.ts';
import type { Db, Transaction } from '../../../platform/database/database.ts';

/** Identifies a service of a tenant. */
export interface ServiceRef {
  tenantId: number;
  service: string;
}

const ofService = (table: typeof domains | typeof tenantServices, ref: ServiceRef) =>
  and(eq(table.tenantId, ref.tenantId), eq(table.service, ref.service));

/** Locks a service until the transaction ends; undefined if the tenant lacks it. */
export async function lockService(db: Transaction, ref: ServiceRef) {
  const [row] = await db.select().from(tenantServices).where(ofService(tenantServices, ref)).for('update');
  return row;
}

/** The domains of a service in order of creation. */
export function listServiceDomains(db: Db, ref: ServiceRef) {
  return db.select().from(domains).where(ofService(domains, ref)).orderBy(domains.id);
}

/** Other services, of any tenant, that own one of the hosts. */
export async function findHostOwners(db: Db, hosts: string[], except: ServiceRef) {
  if (hosts.length === 0) return [];
  return db
    .select({
      host: domains.host,
      service: domains.service,
      tenantName: tenants.name,
      deletedAt: tenants.deletedAt,
    })
    .from(domains)
    .innerJoin(tenants, eq(tenants.id, domains.tenantId))
    .where(and(inArray(domains.host, hosts), not(ofService(domains, except) ?? eq(domains.id, 0))));
}

export interface WantedDomain {
  host: string;
  isPrimary: boolean;
  hasWhitelist: boolean;
}

/** Replaces the domains of a service. Unchanged hosts keep their rows, so that references to them stay valid. */
export async function replaceDomains(db: Transaction, ref: ServiceRef, wanted: readonly WantedDomain[]): Promise<void> {
  const before = await listServiceDomains(db, ref);
  const hosts = new Set(wanted.map(({ host }) => host));
  const gone = before.filter(({ host }) => !hosts.has(host)).map(({ id }) => id);
  if (gone.length > 0) await db.delete(domains).where(inArray(domains.id, gone));
  const known = new Map(before.map((row) => [row.host, row.id]));
  for (const domain of wanted) {
    const id = known.get(domain.host);
    if (id === undefined) await db.insert(domains).values({ ...ref, ...domain });
    else await db.update(domains).set(domain).where(eq(domains.id, id));
  }
}

export async function listEnvironmentsById(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: environments.id,
      name: environments.name,
      type: environments.type,
      services: environments.services,
      regionId: environments.regionId,
    })
    .from(environments)
    .where(inArray(environments.id, ids));
}

export async function certificateExists(db: Db, id: number): Promise<boolean> {
  const found = await db.select({ id: certificates.id }).from(certificates).where(eq(certificates.id, id));
  return found.length > 0;
}

/** Environments and certificate of a service. */
export type Places = Partial<
  Pick<
    typeof tenantServices.$inferInsert,
    'webEnvironmentId' | 'workerEnvironmentId' | 'snsEnvironmentId' | 'certificateId'
  >
>;

export async function updatePlaces(db: Transaction, ref: ServiceRef, places: Places): Promise<void> {
  await db.update(tenantServices).set(places).where(ofService(tenantServices, ref));
}

/** Places by name, for the audit log. */
export async function namePlaces(db: Db, all: readonly Places[]): Promise<Record<string, string | null>[]> {
  const environmentIds = all.flatMap((one) => [one.webEnvironmentId, one.workerEnvironmentId, one.snsEnvironmentId]);
  const environmentNames = new Map(
    (await listEnvironmentsById(db, numbersOf(environmentIds))).map((row) => [row.id, row.name]),
  );
  const certificateIds = numbersOf(all.map((one) => one.certificateId));
  const found =
    certificateIds.length === 0
      ? []
      : await db
          .select({ id: certificates.id, name: certificates.name })
          .from(certificates)
          .where(inArray(certificates.id, certificateIds));
  const certificateNames = new Map(found.map((row) => [row.id, row.name]));
  const named = (names: Map<number, string>, key: string, id: number | null | undefined) =>
    id === undefined ? {} : { [key]: id === null ? null : (names.get(id) ?? String(id)) };
  return all.map((one) => ({
    ...named(environmentNames, 'webEnvironment', one.webEnvironmentId),
    ...named(environmentNames, 'workerEnvironment', one.workerEnvironmentId),
    ...named(environmentNames, 'snsEnvironment', one.snsEnvironmentId),
    ...named(certificateNames, 'certificate', one.certificateId),
  }));
}

const numbersOf = (ids: readonly (number | null | undefined)[]) => ids.filter((id) => typeof id === 'number');

/** Id of the database server of a service; null if there is none or the tenant lacks the service. */
export async function hostIdOf(db: Db, ref: ServiceRef): Promise<number | null> {
  const [row] = await db
    .select({ hostId: tenantServices.databaseHostId })
    .from(tenantServices)
    .where(ofService(tenantServices, ref));
  return row?.hostId ?? null;
}

export async function listServiceSlugs(db: Db, tenantId: number): Promise<string[]> {
  const found = await db
    .select({ service: tenantServices.service })
    .from(tenantServices)
    .where(eq(tenantServices.tenantId, tenantId));
  return found.map(({ service }) => service);
}

export async function hasService(db: Db, ref: ServiceRef): Promise<boolean> {
  const found = await db
    .select({ service: tenantServices.service })
    .from(tenantServices)
    .where(ofService(tenantServices, ref));
  return found.length > 0;
}
