import { and, eq, inArray, sql, type Column } from 'drizzle-orm';
import { CONFIG_KINDS, findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { Ctx } from '../../platform/context.ts';
import { jsonList, jsonObject } from '../../platform/database/json-rows.ts';
import { tenantServices } from '../services/public.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { configStates, shownHash, type ConfigStates, type HashPair } from './hashes.ts';
import { configs } from './tables.ts';

/** The service that a config belongs to. */
export const serviceOfKind = sql.join(
  [
    sql`case ${configs.kind}`,
    ...CONFIG_KINDS.filter((kind) => kind.service !== kind.slug).map(
      (kind) => sql`when ${kind.slug} then ${kind.service}`,
    ),
    sql`else ${configs.kind} end`,
  ],
  sql` `,
);

/**
 * Stored and current hashes of the tenants' configs as people see them; a tenant without any has no entry. Configs of a service that the tenant no
 * longer has do not count. While servers are known to differ there is no stored hash, so that a commit is called for.
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
    .innerJoin(
      tenantServices,
      and(eq(tenantServices.tenantId, configs.tenantId), eq(tenantServices.service, serviceOfKind)),
    )
    .where(inArray(configs.tenantId, tenantIds));
  const byTenant = Map.groupBy(rows, (row) => row.tenantId);
  return new Map([...byTenant].map(([id, own]) => [id, statesOf(own, secrets)]));
}

export interface HashRow {
  kind: ConfigKindSlug;
  current: string | null;
  stored: string | null;
  serversDiffer: boolean;
}

/** The hashes of the tenant's configs, as a part of a query over tenants; `statesOf` reads them. */
export function configHashesOfTenant(tenantId: Column) {
  const row = jsonObject<HashRow>({
    kind: configs.kind,
    current: configs.hash,
    stored: configs.committedHash,
    serversDiffer: configs.serversDiffer,
  });
  return jsonList(
    row,
    sql`${configs} inner join ${tenantServices} on ${tenantServices.tenantId} = ${configs.tenantId}
        and ${tenantServices.service} = ${serviceOfKind} where ${configs.tenantId} = ${tenantId}`,
  );
}

/** Stored and current hashes of one tenant's configs. */
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
