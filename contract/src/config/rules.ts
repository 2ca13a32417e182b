import { cutText } from '../cut-text.ts';
import type { ConfigKind } from './kinds.ts';
import type { ConfigItem, ItemType, KeyMeta } from './schema.ts';

/**
 * The file on servers compared with the committed one: `changed`, `missing`, or `unknown`: there is a file although nothing was
 * ever committed, as on a platform older than the console.
 */
export const DRIFT_STATES = ['unknown', 'changed', 'missing'] as const;
export type DriftState = (typeof DRIFT_STATES)[number];

/** Sentence: which config was published, and how many of its servers confirmed it. */
export function publishedDetail(
  kind: Pick<ConfigKind, 'label'>,
  tenantName: string,
  servers: readonly { readonly ok: boolean }[],
): string {
  const confirmed = servers.filter(({ ok }) => ok).length;
  return `${kind.label} config of ${tenantName}: ${confirmed} of ${servers.length} servers confirmed`;
}

/** The editable part of an item's wire shape, which the rules work on. */
export type EditableItem = Pick<ConfigItem, 'key' | 'value' | 'type' | 'state' | 'valueTemplate' | 'masked'>;

/** Type names in the editor [CFG-22..26]. */
export const ITEM_TYPE_LABELS: Readonly<Record<ItemType, string>> = {
  1: 'Known Constant',
  2: 'Unknown Constant',
  3: 'Single-line Variable',
  4: 'Multi-line Variable',
  5: 'Code Block',
};

const VALUE_DISPLAY_LENGTH = 300;
const CUT_MARK = '...';

/** Truncates a value for the table: in full up to 300 characters, else the first 297 and '...' (C-099). */
export const cutValue = (value: string): string =>
  cutLength(value) === null ? value : cutText(value, VALUE_DISPLAY_LENGTH - CUT_MARK.length, CUT_MARK);

/** Full length of a value that the table truncates; null if it is shown in full. */
export function cutLength(value: string): number | null {
  const length = value.length > VALUE_DISPLAY_LENGTH ? Array.from(value).length : 0;
  return length > VALUE_DISPLAY_LENGTH ? length : null;
}

export function isBooleanKey(meta: Pick<KeyMeta, 'type'>): boolean {
  return ['boolean', 'bool'].includes(meta.type.toLowerCase());
}

export function isNumberKey(meta: Pick<KeyMeta, 'type'>): boolean {
  return ['number', 'int', 'integer', 'float'].includes(meta.type.toLowerCase());
}

/** True for a key whose values are dates or empty. */
export function isDateKey(meta: Pick<KeyMeta, 'type'>): boolean {
  return meta.type.toLowerCase() === 'date';
}

/** The options of a key; empty = free text. A boolean key without its own options offers True and False. */
export function optionsOf(meta: Pick<KeyMeta, 'type' | 'options'>): KeyMeta['options'] {
  if (meta.options.length > 0 || !isBooleanKey(meta)) return meta.options;
  return ['True', 'False'].map((value) => ({ display_name: value, value }));
}

/** True for `True`, as the editor stores it, and for the spellings in old configs. */
export function isTrue(value: string): boolean {
  return ['true', '1'].includes(value.trim().toLowerCase());
}

/** Names of the known keys: a set, or a map from name to metadata. */
export type KnownKeys = Pick<ReadonlySet<string>, 'has'>;

/** Promotes an unknown constant with the name of a known key to a known constant, as a save does. */
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

export function existsMessage(key: string, known: KnownKeys): string {
  return known.has(key) ? `${key} is a known constant and already exists.` : `${key} already exists.`;
}

/** Placeholders of a template value, in braces: {tenant_name} (C-076), and facts known when a service is added. */
export const TEMPLATE_FACTS = ['tenant_name', 'domain', 'database_host', 'database_port', 'database'] as const;
export type TemplateFacts = { tenant_name: string } & { [Fact in (typeof TEMPLATE_FACTS)[number]]?: string };

const FACTS = new RegExp(`\\{(${TEMPLATE_FACTS.join('|')})\\}`, 'g');

/** Fills in a template value; unknown facts become empty. */
export function fillTemplate(template: string, facts: TemplateFacts): string {
  return template.replaceAll(FACTS, (_all, name: keyof TemplateFacts) => facts[name] ?? '');
}
