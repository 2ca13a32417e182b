import type { AttentionFacts } from '@mission-control/contract/attention/rules';
import type { LogLevel } from '@mission-control/contract/control/schema';
import { and, asc, eq, getTableColumns, inArray, isNotNull, lte, notExists, or, sql, type Column } from 'drizzle-orm';
import { notDeleted, existingTenant } from '../../fleet/queries-tenants.ts';
import { domains, servers, tenants, tenantServices } from '../../fleet/tables.ts';
import { batched } from '../../platform/database/batched.ts';
import {
  rows as rowsOf,
  type Database,
  type Db,
  type Transaction,
  jsonList,
  jsonObject,
  perDatabase,
  preparedForKeys,
} from '../../platform/database/database.ts';
import type { TemporaryFacts } from './log-level-seen.ts';
import { controlConfirmations, switchEnds, temporaryLogLevels } from './tables.ts';

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

/** The servers that have not confirmed a tenant's switches, as a column of a query over tenants. */
export function unconfirmedOfTenant(tenantId: Column) {
  const row = jsonObject<AttentionFacts['unconfirmed'][number]>({
    service: controlConfirmations.service,
    host: controlConfirmations.host,
    since: controlConfirmations.failedAt,
  });
  return jsonList(
    row,
    sql`${controlConfirmations} where ${controlConfirmations.tenantId} = ${tenantId} and ${controlConfirmations.error} is not null`,
    sql`${controlConfirmations.service}, ${controlConfirmations.host}`,
  );
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

/** Locks an existing tenant until the transaction ends; `service` is null without CoursePro. */
export async function lockLevelOwner(db: Transaction, tenantId: number) {
  const [owner] = await db
    .select({ name: tenants.name, logLevel: tenants.logLevel, service: tenantServices.service })
    .from(tenants)
    .leftJoin(tenantServices, coursePro)
    .where(existingTenant(tenantId))
    .for('update', { of: tenants });
  return owner;
}

export type Confirmation = typeof controlConfirmations.$inferSelect;
export type SwitchEnd = typeof switchEnds.$inferSelect;

/** A service of a tenant with its switches, environments and hosts (sorted). */
export type ControlledService = Pick<
  typeof tenantServices.$inferSelect,
  'service' | 'cron' | 'maintenance' | 'webEnvironmentId' | 'workerEnvironmentId'
> & { hosts: string[] };

/** Rows as JSON: times are text. */
type InJson<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] extends Date | null ? string | null : Row[Key];
};

/** The services of a tenant, as a column of a query over tenants. */
function controlledServices() {
  const { tenantId, service, cron, maintenance, webEnvironmentId, workerEnvironmentId } = tenantServices;
  const hosts = jsonList(
    sql<string>`${domains.host}`,
    sql`${domains} where ${domains.tenantId} = ${tenantId} and ${domains.service} = ${service}`,
    sql`${domains.host}`,
  );
  return jsonList(
    jsonObject<ControlledService>({ service, cron, maintenance, webEnvironmentId, workerEnvironmentId, hosts }),
    sql`${tenantServices} where ${tenantId} = ${tenants.id}`,
    sql`${service}`,
  );
}

/** The servers of a tenant's environments, as a column of a query over tenants. */
function controlledServers() {
  const { webEnvironmentId, workerEnvironmentId, tenantId } = tenantServices;
  return jsonList(
    jsonObject<{ host: string; environmentId: number }>({ host: servers.host, environmentId: servers.environmentId }),
    sql`${servers} where ${servers.environmentId} in (
      select unnest(array[${webEnvironmentId}, ${workerEnvironmentId}]) from ${tenantServices} where ${tenantId} = ${tenants.id})`,
  );
}

const controlReader = perDatabase((db) => {
  const list = preparedForKeys((isAmong, length) =>
    db
      .select({
        id: tenants.id,
        name: tenants.name,
        active: tenants.active,
        deploymentGroup: tenants.deploymentGroup,
        logLevel: tenants.logLevel,
        deletedAt: tenants.deletedAt,
        temporary: temporaryLogLevels,
        services: controlledServices(),
        servers: controlledServers(),
        ends: jsonList(
          jsonObject<InJson<SwitchEnd>>(getTableColumns(switchEnds)),
          sql`${switchEnds} where ${switchEnds.tenantId} = ${tenants.id}`,
        ),
        confirmations: jsonList(
          jsonObject<InJson<Confirmation>>(getTableColumns(controlConfirmations)),
          sql`${controlConfirmations} where ${controlConfirmations.tenantId} = ${tenants.id}`,
        ),
      })
      .from(tenants)
      .leftJoin(temporaryLogLevels, eq(temporaryLogLevels.tenantId, tenants.id))
      .where(isAmong(tenants.id))
      .prepare(`control_facts${length}`),
  );
  return batched(async (ids: number[]) => {
    const found = await list(ids);
    return new Map(
      found.map(({ ends, confirmations, ...facts }) => [
        facts.id,
        { ...facts, ends: ends.map(toEnd), confirmations: confirmations.map(toConfirmation) },
      ]),
    );
  });
});

const toEnd = (row: InJson<SwitchEnd>): SwitchEnd => ({ ...row, until: new Date(row.until) });

function toConfirmation({ confirmedAt, failedAt, ...row }: InJson<Confirmation>): Confirmation {
  const timeOf = (text: string | null) => (text === null ? null : new Date(text));
  return { ...row, confirmedAt: timeOf(confirmedAt), failedAt: timeOf(failedAt) };
}

/** The content of a tenant's control files, its servers and what they confirmed; the tenant may be deleted. */
export const findControlFacts = (db: Database, tenantId: number) => controlReader(db)(tenantId);

export type ControlFacts = NonNullable<Awaited<ReturnType<typeof findControlFacts>>>;

/** The environments of a tenant's services. */
export function listPlaces(db: Db, tenantId: number) {
  const { service, webEnvironmentId, workerEnvironmentId } = tenantServices;
  return db
    .select({ service, webEnvironmentId, workerEnvironmentId })
    .from(tenantServices)
    .where(eq(tenantServices.tenantId, tenantId))
    .orderBy(asc(service));
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
export async function findLevelOwner(
  db: Db,
  tenantId: number,
): Promise<{ name: string; logLevel: LogLevel } | undefined> {
  const [owner] = await db
    .select({ name: tenants.name, logLevel: tenants.logLevel })
    .from(tenants)
    .where(eq(tenants.id, tenantId));
  return owner;
}

/** Stores what was read back, or why that failed; keeps the last confirmed content. */
export async function putConfirmations(db: Transaction, rows: readonly Confirmation[]): Promise<void> {
  const failed = rows.flatMap(({ host, error }) => (error === null ? [] : [host]));
  const present = await lockServers(db, failed);
  for (const { tenantId, service, host, ...set } of rows) {
    // A server that was removed during the attempt will never confirm.
    if (set.error !== null && !present.has(host)) continue;
    await db
      .insert(controlConfirmations)
      .values({ tenantId, service, host, ...set })
      .onConflictDoUpdate({
        target: [controlConfirmations.tenantId, controlConfirmations.service, controlConfirmations.host],
        set,
      });
  }
}

/** Those of the hosts that are servers. They remain so until the transaction ends. */
async function lockServers(db: Transaction, hosts: readonly string[]): Promise<Set<string>> {
  if (hosts.length === 0) return new Set();
  const found = await db
    .select({ host: servers.host })
    .from(servers)
    .where(inArray(servers.host, [...hosts]))
    .orderBy(asc(servers.host))
    .for('share');
  return new Set(found.map(({ host }) => host));
}

/** Removes a server whose control file is gone. */
export async function removeConfirmation(db: Transaction, tenantId: number, service: string, host: string) {
  await db
    .delete(controlConfirmations)
    .where(
      and(
        eq(controlConfirmations.tenantId, tenantId),
        eq(controlConfirmations.service, service),
        eq(controlConfirmations.host, host),
      ),
    );
}

/**
 * Forgets what these servers confirmed for services that no longer run on them, because nothing will be sent there again. Returns the ids
 * of the tenants. Call it after the servers have changed.
 */
export async function forgetConfirmations(db: Transaction, hosts: readonly string[]): Promise<number[]> {
  const { tenantId, service, host } = controlConfirmations;
  const runsThere = db
    .select({ host: servers.host })
    .from(servers)
    .innerJoin(
      tenantServices,
      or(
        eq(tenantServices.webEnvironmentId, servers.environmentId),
        eq(tenantServices.workerEnvironmentId, servers.environmentId),
      ),
    )
    .where(and(eq(servers.host, host), eq(tenantServices.tenantId, tenantId), eq(tenantServices.service, service)));
  const found = await db
    .delete(controlConfirmations)
    .where(and(inArray(host, [...hosts]), notExists(runsThere)))
    .returning({ tenantId });
  return [...new Set(found.map((row) => row.tenantId))];
}

const ofSwitch = ({ tenantId, service, name }: Pick<SwitchEnd, 'tenantId' | 'service' | 'name'>) =>
  and(eq(switchEnds.tenantId, tenantId), eq(switchEnds.service, service), eq(switchEnds.name, name));

/** Replaces the end of a switch. */
export async function putSwitchEnd(db: Transaction, row: SwitchEnd): Promise<void> {
  await db
    .insert(switchEnds)
    .values(row)
    .onConflictDoUpdate({ target: [switchEnds.tenantId, switchEnds.service, switchEnds.name], set: row });
}

/** Removes and returns the end of a switch; undefined if there is none, or if it is not overdue at `overdueAt`. */
export async function removeSwitchEnd(
  db: Transaction,
  key: Pick<SwitchEnd, 'tenantId' | 'service' | 'name'>,
  overdueAt?: Date,
): Promise<SwitchEnd | undefined> {
  const [row] = await db
    .delete(switchEnds)
    .where(and(ofSwitch(key), overdueAt && lte(switchEnds.until, overdueAt)))
    .returning();
  return row;
}

/** Removes the ends of a service's switches, which a service added later must not inherit. */
export async function removeSwitchEnds(
  db: Transaction,
  { tenantId, service }: Pick<SwitchEnd, 'tenantId' | 'service'>,
): Promise<void> {
  await db.delete(switchEnds).where(and(eq(switchEnds.tenantId, tenantId), eq(switchEnds.service, service)));
}

/** Overdue switches of existing tenants that still have the service. */
export async function listOverdueSwitches(db: Db, now: Date): Promise<SwitchEnd[]> {
  const found = await db
    .select({ end: switchEnds })
    .from(switchEnds)
    .innerJoin(tenants, and(eq(tenants.id, switchEnds.tenantId), notDeleted))
    .leftJoin(
      tenantServices,
      and(eq(tenantServices.tenantId, switchEnds.tenantId), eq(tenantServices.service, switchEnds.service)),
    )
    .where(and(lte(switchEnds.until, now), or(eq(switchEnds.service, ''), isNotNull(tenantServices.service))));
  return found.map(({ end }) => end);
}

/** Moves the ends of maintenance switches set by actors whose name starts with `by`. Returns the ids of their tenants. */
export async function moveSwitchEnds(
  db: Transaction,
  ends: readonly Pick<SwitchEnd, 'tenantId' | 'service' | 'until'>[],
  by: string,
): Promise<number[]> {
  const found = await rowsOf<{ tenantId: number }>(
    db,
    sql`update ${switchEnds} e set until = g.until
      from json_to_recordset(${JSON.stringify(ends)}::json) as g ("tenantId" int, service text, until timestamptz)
      where e.tenant_id = g."tenantId" and e.service = g.service and e.name = 'maintenance' and starts_with(e.set_by, ${by})
        and e.until <> g.until
      returning e.tenant_id as "tenantId"`,
  );
  return found.map(({ tenantId }) => tenantId);
}
