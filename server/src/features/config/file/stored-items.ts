import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { EditableItem } from '@mission-control/contract/config/rules';
import { isSecret, type SecretKeys } from '@mission-control/contract/config/secrets';
import type { ConfigChange } from '@mission-control/contract/config/schema';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import type { NetChange } from '../history/queries-history.ts';
import type { StoredItem } from '../tables.ts';

/** A saved item with its key. Secret values are ciphertext. */
export interface KeyedItem extends StoredItem {
  key: string;
}

/** Identifies a config; ciphertext is bound to it. */
export interface ConfigPlace {
  tenantId: number;
  kind: ConfigKindSlug;
}

/** Name of the row lock that serializes changes of a config. */
export const configRow = ({ tenantId, kind }: ConfigPlace): string => `config:${tenantId}:${kind}`;

const placeOf = ({ tenantId, kind }: ConfigPlace, key: string): string => `config|${tenantId}|${kind}|${key}`;

/** Decrypts an item. */
export function openItem<Item extends KeyedItem>(secrets: Secrets, place: ConfigPlace, item: Item): Item {
  return item.secret ? { ...item, value: secrets.decrypt(item.value, placeOf(place, item.key)) } : item;
}

/** Decrypts both sides of a change. */
export function openChange<Sides extends NetChange>(
  secrets: Secrets,
  place: ConfigPlace,
  change: Sides,
): Sides & { before: KeyedItem | null; after: KeyedItem | null } {
  const open = (side: StoredItem | null) => side && openItem(secrets, place, { ...side, key: change.key });
  return { ...change, before: open(change.before), after: open(change.after) };
}

/** Encrypts the value of a secret item for storage. */
export function sealItem(secrets: Secrets, place: ConfigPlace, item: KeyedItem): KeyedItem {
  return item.secret ? { ...item, value: secrets.encrypt(item.value, placeOf(place, item.key)) } : item;
}

/** Shown instead of a secret in rendered files. */
export const MASK = '••••••••';

/** The item for users who may not reveal secrets: a secret's value is '' and `masked` is true. */
export function maskedItem(item: KeyedItem, keys: SecretKeys): EditableItem {
  const masked = isSecret(item, keys);
  const { key, type, state, valueTemplate } = item;
  return { key, value: masked ? '' : item.value, type, state, valueTemplate, masked };
}

/** A change with both sides masked by `maskedItem`. */
export function maskedChange({ key, before, after }: NetChange, keys: SecretKeys): ConfigChange {
  const side = (item: StoredItem | null) => {
    if (!item) return null;
    const { value, type, state, valueTemplate, masked } = maskedItem({ ...item, key }, keys);
    return { value, type, state, valueTemplate, masked };
  };
  return { key, before: side(before), after: side(after) };
}
