import type { ConfigItem, ItemType, KeyMeta } from './schema.ts';

/** What a person edits of an item; the rules work on this part of the wire shape. */
export type EditableItem = Pick<ConfigItem, 'key' | 'value' | 'type' | 'state' | 'valueTemplate' | 'masked'>;

/** The types as the editor names them [CFG-22..26]. */
export const ITEM_TYPE_LABELS: Readonly<Record<ItemType, string>> = {
  1: 'Known Constant',
  2: 'Unknown Constant',
  3: 'Single-line Variable',
  4: 'Multi-line Variable',
  5: 'Code Block',
};

const VALUE_DISPLAY_LENGTH = 300;
const CUT_MARK = '...';

/** A value as the table shows it: whole up to 300 characters, else the first 297 and '...' (C-099). */
export function cutValue(value: string): string {
  const characters = value.length > VALUE_DISPLAY_LENGTH ? Array.from(value) : [];
  if (characters.length <= VALUE_DISPLAY_LENGTH) return value;
  return characters.slice(0, VALUE_DISPLAY_LENGTH - CUT_MARK.length).join('') + CUT_MARK;
}

/** How long a value is that the table shows cut; null for one that it shows whole. */
export function cutLength(value: string): number | null {
  const length = value.length > VALUE_DISPLAY_LENGTH ? Array.from(value).length : 0;
  return length > VALUE_DISPLAY_LENGTH ? length : null;
}

/** True for a key whose values are True and False. */
export function isBooleanKey(meta: Pick<KeyMeta, 'type'>): boolean {
  return ['boolean', 'bool'].includes(meta.type.toLowerCase());
}

/** True for a key whose values are numbers. */
export function isNumberKey(meta: Pick<KeyMeta, 'type'>): boolean {
  return ['number', 'int', 'integer', 'float'].includes(meta.type.toLowerCase());
}

/** True for a key whose values are dates; empty is one, too. */
export function isDateKey(meta: Pick<KeyMeta, 'type'>): boolean {
  return meta.type.toLowerCase() === 'date';
}

/** The choices of a key; empty = free text. A boolean key without its own offers True and False. */
export function optionsOf(meta: Pick<KeyMeta, 'type' | 'options'>): KeyMeta['options'] {
  if (meta.options.length > 0 || !isBooleanKey(meta)) return meta.options;
  return ['True', 'False'].map((value) => ({ display_name: value, value }));
}

/** True for what counts as switched on: `True` as the editor stores it, and the spellings old configs hold. */
export function isTrue(value: string): boolean {
  return ['true', '1'].includes(value.trim().toLowerCase());
}

/** The names of the known keys: a set of them, or the metadata by name. */
export type KnownKeys = Pick<ReadonlySet<string>, 'has'>;

/** An unknown constant with the name of a known key becomes a known constant on save. */
export function promoteType(type: ItemType, key: string, known: KnownKeys): ItemType {
  return type === 2 && known.has(key) ? 1 : type;
}

/** Why an item cannot be added to the config; null when it can. */
export function duplicateMessage(
  key: string,
  items: Iterable<Pick<ConfigItem, 'key'>>,
  known: KnownKeys,
): string | null {
  for (const item of items) if (item.key === key) return existsMessage(key, known);
  return null;
}

/** That a setting exists already. */
export function existsMessage(key: string, known: KnownKeys): string {
  return known.has(key) ? `${key} is a known constant and already exists.` : `${key} already exists.`;
}

/** A template's value with the tenant's name put in (C-076). */
export function fillTemplate(template: string, tenantName: string): string {
  return template.replaceAll('{tenant_name}', () => tenantName);
}
