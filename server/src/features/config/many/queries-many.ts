import type { ConfigKind, ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { existingTenants } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { KeyedItem } from '../file/stored-items.ts';
import { configItems, configs } from '../tables.ts';

/** The config of one of several tenants; without a config row, nothing was ever saved. */
export interface ConfigOfTenant {
  config: typeof configs.$inferSelect | null;
  /** Environments of the config's service. */
  environmentIds: number[];
}

/** One config of those of these tenants that exist and have its service. */
export async function listConfigsOf(db: Db, kind: ConfigKind, ids: readonly number[]) {
  const found = await db
    .select({
      id: tenants.id,
      web: tenantServices.webEnvironmentId,
      worker: tenantServices.workerEnvironmentId,
      config: configs,
    })
    .from(tenants)
    .innerJoin(tenantServices, and(eq(tenantServices.tenantId, tenants.id), eq(tenantServices.service, kind.service)))
    .leftJoin(configs, and(eq(configs.tenantId, tenants.id), eq(configs.kind, kind.slug)))
    .where(existingTenants(ids));
  return new Map(
    found.map(({ id, web, worker, config }): [number, ConfigOfTenant] => [
      id,
      { config, environmentIds: [web, worker].filter((environmentId) => environmentId !== null) },
    ]),
  );
}

/** The saved items of one config for several tenants; secrets are ciphertext. */
export async function listItemsOf(
  db: Db,
  kind: ConfigKind,
  ids: readonly number[],
): Promise<Map<number, (KeyedItem & { tenantId: number })[]>> {
  const { revision: _revision, kind: _kind, ...columns } = getTableColumns(configItems);
  const items = await db
    .select(columns)
    .from(configItems)
    .where(and(inArray(configItems.tenantId, [...ids]), eq(configItems.kind, kind.slug)));
  return Map.groupBy(items, ({ tenantId }) => tenantId);
}

/** Whether this setting is a secret of any tenant. */
export async function hasSecretItem(db: Db, kind: ConfigKindSlug, key: string): Promise<boolean> {
  const found = await db
    .select({ key: configItems.key })
    .from(configItems)
    .where(and(eq(configItems.kind, kind), eq(configItems.key, key), sql`${configItems.secret}`))
    .limit(1);
  return found.length > 0;
}
