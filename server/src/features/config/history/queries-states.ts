import { CONFIG_KINDS, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { and, eq, sql, type Column, isNotNull, isNull } from 'drizzle-orm';
import { tenantServices } from '../../../fleet/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { type Db, type Transaction, jsonList, jsonObject } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { configStates, shownHash, type ConfigStates } from '../file/hashes.ts';
import { configs, NOT_COMMITTED } from '../tables.ts';

/** Kinds of the tenant's configs, sorted; the tenant may be deleted. */
export async function listKindsOf(db: Db, tenantId: number): Promise<ConfigKindSlug[]> {
  const found = await db.select({ kind: configs.kind }).from(configs).where(eq(configs.tenantId, tenantId));
  return found.map(({ kind }) => kind).toSorted();
}

/**
 * Marks the tenant's servers as unknown, so that each config is published again as committed. A config without a committed
 * revision counts as never committed.
 */
export async function setUnpublished(db: Transaction, tenantId: number): Promise<void> {
  const committed = and(eq(configs.tenantId, tenantId), isNotNull(configs.committedHash));
  await db
    .update(configs)
    .set({ serversDiffer: true })
    .where(and(committed, isNotNull(configs.committedRevision)));
  await db
    .update(configs)
    .set(NOT_COMMITTED)
    .where(and(committed, isNull(configs.committedRevision)));
}

/** SQL for the service that a config belongs to. */
const serviceOfKind = sql.join(
  [
    sql`case ${configs.kind}`,
    ...CONFIG_KINDS.filter((kind) => kind.service !== kind.slug).map(
      (kind) => sql`when ${kind.slug} then ${kind.service}`,
    ),
    sql`else ${configs.kind} end`,
  ],
  sql` `,
);

/** Joins the tenant's service that a config belongs to. */
export const hasService = and(eq(tenantServices.tenantId, configs.tenantId), eq(tenantServices.service, serviceOfKind));

const hashColumns = {
  kind: configs.kind,
  current: configs.hash,
  stored: configs.committedHash,
  serversDiffer: configs.serversDiffer,
};

/** Fingerprints of a tenant's committed and saved configs, except those of services that it no longer has. */
export async function readConfigStates(
  { db, secrets }: Pick<Ctx, 'db' | 'secrets'>,
  tenantId: number,
): Promise<ConfigStates> {
  const found = db.select(hashColumns).from(configs).innerJoin(tenantServices, hasService);
  return statesOf(await found.where(eq(configs.tenantId, tenantId)), secrets);
}

export interface HashRow {
  kind: ConfigKindSlug;
  current: string | null;
  stored: string | null;
  serversDiffer: boolean;
}

/** Hashes of the tenant's configs, as a column of a query over tenants; parse it with `statesOf`. */
export const configHashesOfTenant = (tenantId: Column) =>
  jsonList(
    jsonObject<HashRow>(hashColumns),
    sql`${configs} inner join ${tenantServices} on ${hasService} where ${configs.tenantId} = ${tenantId}`,
  );

/** Committed and saved hashes of one tenant's configs. While servers are known to differ there is no stored hash, so a commit is due. */
export const statesOf = (rows: readonly HashRow[], secrets: Secrets): ConfigStates =>
  configStates(
    new Map(
      rows.map(({ kind, current, stored, serversDiffer }) => [
        kind,
        { current: shownHash(secrets, current), stored: serversDiffer ? null : shownHash(secrets, stored) },
      ]),
    ),
  );
