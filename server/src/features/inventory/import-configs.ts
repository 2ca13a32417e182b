import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import type { Inventory, InventoryConfig, InventoryTenant } from '@mission-control/contract/inventory/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { insertConfigs } from '../config/public.ts';
import { idOf, type Ids } from './queries.ts';

/** Configs per insert, so that a large fleet's configs are never in memory twice. */
const BATCH_SIZE = 2000;

/**
 * Inserts the configs of all tenants with their publication state from the inventory. Nothing is published (C-134): the drift job reads
 * the servers and reports differences.
 */
export async function importConfigs(ctx: Ctx, db: Transaction, inventory: Inventory, tenants: Ids): Promise<void> {
  const keys = keysByKind(inventory.config_keys);
  const served = new Set(inventory.environments.filter((one) => one.servers.length > 0).map((one) => one.name));
  const all = inventory.tenants.flatMap((tenant) =>
    tenant.configs.map((config) => ({
      tenantId: idOf(tenants, tenant.name),
      config,
      published: environmentsOf(tenant, config).some((name) => served.has(name)),
    })),
  );
  for (let at = 0; at < all.length; at += BATCH_SIZE) {
    const batch = all.slice(at, at + BATCH_SIZE).map(({ tenantId, config, published }) => ({
      tenantId,
      kind: config.kind,
      items: config.items,
      at: new Date(config.saved_at),
      by: config.saved_by,
      committed: published && config.committed !== 'never',
      unpublished: config.unpublished,
    }));
    await insertConfigs(db, ctx.secrets, keys, batch);
  }
}

/** Same as for a commit: the web and worker environments of the service. */
function environmentsOf(tenant: InventoryTenant, config: InventoryConfig): string[] {
  const kind = findConfigKind(config.kind);
  const service = tenant.services.find((one) => one.slug === kind?.service);
  return [service?.web_environment, service?.worker_environment].filter((name) => typeof name === 'string');
}

/** The known keys by kind and name. */
function keysByKind(keys: Inventory['config_keys']): Map<ConfigKindSlug, Map<string, KeyMeta>> {
  const byKind = new Map<ConfigKindSlug, Map<string, KeyMeta>>();
  for (const { kind, ...key } of keys) {
    const known = byKind.get(kind) ?? new Map<string, KeyMeta>();
    byKind.set(kind, known.set(key.key_name, key));
  }
  return byKind;
}
