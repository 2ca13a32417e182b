import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import type { Inventory } from '@mission-control/contract/inventory/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { insertConfigs } from '../config/public.ts';
import { idOf, type Ids } from './queries.ts';

/** Configs per insert, so that those of a large fleet are never in memory twice. */
const BATCH_SIZE = 2000;

/** Inserts the configs of all tenants as uncommitted; only publishing confirms what the servers have. */
export async function importConfigs(ctx: Ctx, db: Transaction, inventory: Inventory, tenants: Ids): Promise<void> {
  const keys = keysByKind(inventory.config_keys);
  const all = inventory.tenants.flatMap((tenant) =>
    tenant.configs.map((config) => ({ tenantId: idOf(tenants, tenant.name), config })),
  );
  for (let at = 0; at < all.length; at += BATCH_SIZE) {
    const batch = all.slice(at, at + BATCH_SIZE).map(({ tenantId, config }) => ({
      tenantId,
      kind: config.kind,
      items: config.items,
      at: new Date(config.saved_at),
      by: config.saved_by,
      committed: false,
      unpublished: config.unpublished,
    }));
    await insertConfigs(db, ctx.secrets, keys, batch);
  }
}

/** The known keys by kind and name. */
export function keysByKind(keys: Inventory['config_keys']): Map<ConfigKindSlug, Map<string, KeyMeta>> {
  const byKind = new Map<ConfigKindSlug, Map<string, KeyMeta>>();
  for (const { kind, ...key } of keys) {
    const known = byKind.get(kind) ?? new Map<string, KeyMeta>();
    byKind.set(kind, known.set(key.key_name, key));
  }
  return byKind;
}
