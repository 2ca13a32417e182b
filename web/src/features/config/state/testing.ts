import type { EditableItem } from '@mission-control/contract/config/rules';
import type { ConfigItem, KeyMeta } from '@mission-control/contract/config/schema';
import { byKey } from './local-config.ts';

/** A setting as edited; for tests. */
export function item(key: string, value: string, more: Partial<EditableItem> = {}): EditableItem {
  return { key, value, type: 2, state: 1, valueTemplate: null, masked: false, ...more };
}

/** A setting as the server returns it. */
export function savedItem(key: string, value: string, more: Partial<ConfigItem> = {}): ConfigItem {
  return { ...item(key, value), db_only: false, db_value: value, tenant_id: 7, secret: false, ...more };
}

/** Saved settings by key; for tests. */
export function savedConfig(...items: ConfigItem[]): ReadonlyMap<string, ConfigItem> {
  return byKey(items);
}

/** Metadata of a key; for tests. */
export function keyMeta(name: string, more: Partial<KeyMeta> = {}): KeyMeta {
  return {
    key_name: name,
    type: 'string',
    options: [],
    description: '',
    dependencies: [],
    depends: [],
    secret: false,
    ...more,
  };
}
