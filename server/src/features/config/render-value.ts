import { isBooleanKey, isNumberKey } from '@mission-control/contract/config/rules';
import type { EditableItem } from '@mission-control/contract/config/rules';

/** What the renderers need of an item. */
export type RenderItem = Pick<EditableItem, 'key' | 'value' | 'type' | 'state'>;
/** Types of the known keys by name. */
export type KeyTypes = ReadonlyMap<string, { type: string }>;

const MAX_DIGITS = 15;

/** The value as data: a boolean or number only where the key says so and the text has its canonical form, else the text. */
export function dataValue(item: RenderItem, keys: KeyTypes): string | number | boolean {
  const meta = keys.get(item.key);
  if (meta && isBooleanKey(meta)) {
    if (item.value === 'True' || item.value === 'true') return true;
    if (item.value === 'False' || item.value === 'false') return false;
  }
  if (meta && isNumberKey(meta) && isCanonicalNumber(item.value)) return Number(item.value);
  return item.value;
}

/** True for a number that every format and reader gives back as the same text. */
function isCanonicalNumber(text: string): boolean {
  return (
    /^-?\d+(\.\d+)?$/.test(text) && text.replaceAll(/\D/g, '').length <= MAX_DIGITS && String(Number(text)) === text
  );
}

/** The items that are exported, in canonical order: by key, compared by code units. */
export function exportedItems<Item extends RenderItem>(items: Iterable<Item>): Item[] {
  return Array.from(items)
    .filter((item) => item.state === 1)
    .toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
}
