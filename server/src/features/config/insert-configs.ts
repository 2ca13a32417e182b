import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigItem, KeyMeta } from '@mission-control/contract/config/schema';
import { isSecret } from '@mission-control/contract/config/secrets';
import { itemsBeforeLastSave } from '@mission-control/contract/inventory/rules';
import type { Transaction } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { insertConfigRows, type ConfigRows } from './queries.ts';
import { hashOf, renderConfig } from './file/render-config.ts';
import { sealItem, type ConfigPlace, type KeyedItem } from './file/stored-items.ts';

/** An item of an imported config. */
type ConfigItemInput = Pick<ConfigItem, 'key' | 'value' | 'type' | 'state' | 'valueTemplate'>;

export interface ImportedConfig extends ConfigPlace {
  /** The saved items. */
  items: ConfigItemInput[];
  at: Date;
  by: string;
  /** True if the servers have the saved config or, with `unpublished`, the one before it. */
  committed: boolean;
  /** For each key touched by the last save: the item before it, or null. */
  unpublished: { key: string; before: ConfigItemInput | null }[];
}

/**
 * Inserts imported configs: revision 1 without a diff and, with `unpublished`, revision 2 with those changes. The configs must not
 * exist yet. `keys` are the known keys by kind.
 */
export async function insertConfigs(
  db: Transaction,
  secrets: Secrets,
  keys: ReadonlyMap<ConfigKindSlug, ReadonlyMap<string, KeyMeta>>,
  imported: readonly ImportedConfig[],
): Promise<void> {
  const rows: ConfigRows = { configs: [], items: [], revisions: [], changes: [] };
  for (const config of imported) addRows(rows, secrets, keys.get(config.kind) ?? new Map(), config);
  await insertConfigRows(db, rows);
}

function addRows(rows: ConfigRows, secrets: Secrets, keys: ReadonlyMap<string, KeyMeta>, config: ImportedConfig): void {
  const { tenantId, kind: slug, at, by } = config;
  const kind = findConfigKind(slug);
  if (!kind) throw new Error(`There is no config kind ${slug}.`);
  const place = { tenantId, kind: slug };
  const sealed = (item: ConfigItemInput): KeyedItem =>
    sealItem(secrets, place, { ...item, secret: isSecret(item, keys) });
  const hash = hashOf(renderConfig(kind, config.items, keys));
  const first = config.unpublished.length > 0 ? hashOf(renderConfig(kind, itemsBeforeLastSave(config), keys)) : hash;
  const revision = config.unpublished.length > 0 ? 2 : 1;
  const changed = new Set(config.unpublished.map((change) => change.key));
  const after = new Map<string, KeyedItem>();
  for (const item of config.items) {
    const row = sealed(item);
    after.set(item.key, row);
    rows.items.push({ ...place, ...row, revision: changed.has(item.key) ? revision : 1 });
  }
  rows.revisions.push({ ...place, number: 1, author: by, at, hash: first });
  if (revision === 2) rows.revisions.push({ ...place, number: 2, author: by, at, hash });
  for (const { key, before } of config.unpublished) {
    rows.changes.push({ ...place, revision, key, before: before && sealed(before), after: after.get(key) ?? null });
  }
  const commit = { committedRevision: 1, committedHash: first, committedAt: at, committedBy: by };
  rows.configs.push({ ...place, revision, hash, savedAt: at, savedBy: by, ...(config.committed && commit) });
}
