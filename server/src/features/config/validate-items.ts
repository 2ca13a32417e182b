import type { KeyMeta } from '@mission-control/contract/config/schema';
import { errorsOf, warningsOf } from '@mission-control/contract/config/warnings';
import { maskedItem, type KeyedItem } from './file/stored-items.ts';

/** Messages of the validators. */
export interface Remarks {
  errors: string[];
  warnings: string[];
}

/** Validates the items of a config against their key metadata; secrets cannot be checked. */
export function validateItems(items: Iterable<KeyedItem>, keys: ReadonlyMap<string, KeyMeta>): Remarks {
  const masked = Array.from(items, (item) => maskedItem(item, keys));
  const messages = (validate: typeof errorsOf) => validate(masked, keys.values()).map(({ message }) => message);
  return { errors: messages(errorsOf), warnings: messages(warningsOf) };
}
