import { isBooleanKey, isNumberKey } from './rules.ts';
import { formOf } from './limits.ts';
import type { EditableItem } from './rules.ts';
import type { ConfigFormat } from '../catalogue.ts';
import type { PlainSetting } from '@mission-control/published-files';

export type RenderItem = Pick<EditableItem, 'key' | 'value' | 'type' | 'state'>;
/** Types of known keys by name. */
export type KeyTypes = ReadonlyMap<string, { type: string }>;

const MAX_DIGITS = 15;

/** The typed value: a boolean or number only if the key has that type and the text is canonical, else the text. */
export function dataValue(item: RenderItem, keys: KeyTypes): string | number | boolean {
  const meta = keys.get(item.key);
  if (meta && isBooleanKey(meta)) {
    if (item.value === 'True' || item.value === 'true') return true;
    if (item.value === 'False' || item.value === 'false') return false;
  }
  if (meta && isNumberKey(meta) && isCanonicalNumber(item.value)) return Number(item.value);
  return item.value;
}

/** True if a number round-trips to the same text in every format and reader. */
function isCanonicalNumber(text: string): boolean {
  return (
    /^-?\d+(\.\d+)?$/.test(text) && text.replaceAll(/\D/g, '').length <= MAX_DIGITS && String(Number(text)) === text
  );
}

/** The exported settings of a config in file form. */
export function exportedSettings(format: ConfigFormat, items: Iterable<RenderItem>, keys: KeyTypes): PlainSetting[] {
  return Array.from(items)
    .filter((item) => item.state === 1)
    .map((item) => {
      const form = formOf(format, item.type);
      return { key: item.key, form, data: form === 'block' ? item.value : dataValue(item, keys) };
    });
}
