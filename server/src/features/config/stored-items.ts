import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { EditableItem } from '@mission-control/contract/config/rules';
import { hasSecretName, hasSecretValue } from '@mission-control/contract/config/secrets';
import type { ConfigChange, KeyMeta } from '@mission-control/contract/config/schema';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { StoredItem } from './tables.ts';

/** A saved item with its key. A secret's value is ciphertext. */
export interface KeyedItem extends StoredItem {
  key: string;
}

/** Which config a value belongs to; ciphertext is bound to it. */
export interface ConfigPlace {
  tenantId: number;
  kind: ConfigKindSlug;
}

/** Names the row that all changes of the config lock. */
export const configRow = ({ tenantId, kind }: ConfigPlace): string => `config:${tenantId}:${kind}`;

const placeOf = ({ tenantId, kind }: ConfigPlace, key: string): string => `config|${tenantId}|${kind}|${key}`;

/** The item with its real value. */
export function openItem<Item extends KeyedItem>(secrets: Secrets, place: ConfigPlace, item: Item): Item {
  return item.secret ? { ...item, value: secrets.decrypt(item.value, placeOf(place, item.key)) } : item;
}

/** The item as it is stored. */
export function sealItem(secrets: Secrets, place: ConfigPlace, item: KeyedItem): KeyedItem {
  return item.secret ? { ...item, value: secrets.encrypt(item.value, placeOf(place, item.key)) } : item;
}

/** Shown instead of a secret in texts for people. */
export const MASK = '••••••••';

// Known to be secret even on an installation whose key metadata does not say so.
const ALWAYS_SECRET = new Set(['DB_PASSWORD']);

/** True when a setting holds a secret: as its metadata says, or, where there is none, by its name or its value (0050). */
export function isSecret(
  item: { key: string; value: string; secret?: boolean },
  keys: ReadonlyMap<string, KeyMeta>,
): boolean {
  if (item.secret) return true;
  const { key, value } = item;
  return keys.get(key)?.secret ?? (ALWAYS_SECRET.has(key) || hasSecretName(key) || hasSecretValue(value));
}

/** What a person without the right to reveal sees of an item: a secret's value is '' and `masked` is true. */
export function maskedItem(item: KeyedItem, keys: ReadonlyMap<string, KeyMeta>): EditableItem {
  const masked = isSecret(item, keys);
  const { key, type, state, valueTemplate } = item;
  return { key, value: masked ? '' : item.value, type, state, valueTemplate, masked };
}

/** A change of one setting with both sides as `maskedItem` shows them. */
export function maskedChange(
  { key, before, after }: { key: string; before: StoredItem | null; after: StoredItem | null },
  keys: ReadonlyMap<string, KeyMeta>,
): ConfigChange {
  const side = (item: StoredItem | null) => {
    if (!item) return null;
    const { value, type, state, valueTemplate, masked } = maskedItem({ ...item, key }, keys);
    return { value, type, state, valueTemplate, masked };
  };
  return { key, before: side(before), after: side(after) };
}
