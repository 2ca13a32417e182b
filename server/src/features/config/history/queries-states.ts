import { CONFIG_KINDS, findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { and, eq, inArray, sql, type Column, isNotNull, isNull } from 'drizzle-orm';
import { tenantServices } from '../../../fleet/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { type Db, type Transaction, jsonList, jsonObject } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { configStates, shownHash, type ConfigStates, type HashPair } from '../file/hashes.ts';
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

/**
 * Fingerprints of the tenants' committed and saved configs; a tenant without configs has no entry. Configs of a service that the
 * tenant no longer has are ignored. While servers are known to differ there is no stored hash, so a commit is due.
 */
export async function listConfigStates(
  { db, secrets }: Pick<Ctx, 'db' | 'secrets'>,
  tenantIds: number[],
): Promise<Map<number, ConfigStates>> {
  if (tenantIds.length === 0) return new Map();
  const rows = await db
    .select({
      tenantId: configs.tenantId,
      kind: configs.kind,
      current: configs.hash,
      stored: configs.committedHash,
      serversDiffer: configs.serversDiffer,
    })
    .from(configs)
    .innerJoin(tenantServices, hasService)
    .where(inArray(configs.tenantId, tenantIds));
  const byTenant = Map.groupBy(rows, (row) => row.tenantId);
  return new Map([...byTenant].map(([id, ofTenant]) => [id, statesOf(ofTenant, secrets)]));
}

export interface HashRow {
  kind: ConfigKindSlug;
  current: string | null;
  stored: string | null;
  serversDiffer: boolean;
}

/** Hashes of the tenant's configs, as a column of a query over tenants; parse it with `statesOf`. */
export function configHashesOfTenant(tenantId: Column) {
  const row = jsonObject<HashRow>({
    kind: configs.kind,
    current: configs.hash,
    stored: configs.committedHash,
    serversDiffer: configs.serversDiffer,
  });
  return jsonList(
    row,
    sql`${configs} inner join ${tenantServices} on ${hasService} where ${configs.tenantId} = ${tenantId}`,
  );
}

/** Committed and saved hashes of one tenant's configs. */
export const statesOf = (rows: HashRow[], secrets: Secrets): ConfigStates => configStates(pairsOf(rows, secrets));

function pairsOf(rows: HashRow[], secrets: Secrets): Map<ConfigKindSlug, HashPair> {
  return new Map(
    rows
      .filter((row) => findConfigKind(row.kind))
      .map(({ kind, current, stored, serversDiffer }) => [
        kind,
        { current: shownHash(secrets, current), stored: serversDiffer ? null : shownHash(secrets, stored) },
      ]),
  );
}
