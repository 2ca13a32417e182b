import { licenceExpiry } from './licence-expiry.ts';
import { isBooleanKey, isDateKey, isNumberKey, isTrue, optionsOf, type EditableItem } from './rules.ts';
import type { KeyMeta } from './schema.ts';

/** A remark about one setting; `key` identifies the row to flag. */
export interface ConfigRemark {
  key: string;
  message: string;
}

const metaByName = (keys: Iterable<KeyMeta>) => new Map(Array.from(keys, (meta) => [meta.key_name, meta]));

/**
 * Inconsistencies within a config. Items that are not exported (state 0) raise no remarks and count as not set; neither do masked
 * values, which cannot be checked.
 */
export function warningsOf(items: readonly EditableItem[], keys: Iterable<KeyMeta>): ConfigRemark[] {
  const metas = metaByName(keys);
  const active = new Map(items.filter((item) => item.state === 1).map((item) => [item.key, item]));
  return [...active.keys()].flatMap((key) => {
    const meta = metas.get(key);
    if (!meta) return [];
    const messages = [...incompatible(meta, active), ...missing(meta, active), ...undated(meta, active)];
    return messages.map((message) => ({ key, message }));
  });
}

function undated(meta: KeyMeta, active: ReadonlyMap<string, EditableItem>): string[] {
  const item = active.get(meta.key_name);
  if (!isDateKey(meta) || !item || item.masked || licenceExpiry(item.value, new Date(0)).state !== 'invalid') return [];
  return [`${meta.key_name} must be a date like 2027-03-31, or empty (Currently ${item.value})`];
}

function incompatible(meta: KeyMeta, active: ReadonlyMap<string, EditableItem>): string[] {
  return meta.dependencies.flatMap(({ name, values }) => {
    const other = active.get(name);
    if (!other || other.masked || values.includes(other.value)) return [];
    return [`${meta.key_name} is not compatible with setting ${name}=${other.value}`];
  });
}

function missing(meta: KeyMeta, active: ReadonlyMap<string, EditableItem>): string[] {
  return meta.depends.flatMap(({ depends_on_name: name }) => {
    const other = active.get(name);
    if (other && (other.masked || isTrue(other.value))) return [];
    return [`${meta.key_name} requires ${name} to be true (Currently ${other ? shown(other.value) : 'not set'})`];
  });
}

const shown = (value: string): string => value || 'empty';

/** Why the value is invalid for its key; null when it is valid or the key is unknown. */
export function valueRemark(item: EditableItem, meta: KeyMeta | undefined): string | null {
  if (!meta || item.masked || item.type !== 1) return null;
  const options = optionsOf(meta);
  if (isBooleanKey(meta) && !['true', 'false'].includes(item.value.toLowerCase())) {
    return `${item.key} must be True or False (Currently ${shown(item.value)})`;
  }
  if (isNumberKey(meta) && !/^-?\d+(\.\d+)?$/.test(item.value))
    return `${item.key} must be a number (Currently ${shown(item.value)})`;
  if (!isBooleanKey(meta) && options.length > 0 && !options.some((option) => option.value === item.value)) {
    return `${item.key} must be one of its options (Currently ${shown(item.value)})`;
  }
  return null;
}

/** Invalid values among the exported items. */
export function errorsOf(items: readonly EditableItem[], keys: Iterable<KeyMeta>): ConfigRemark[] {
  const metas = metaByName(keys);
  return items.flatMap((item) => {
    const message = item.state === 1 ? valueRemark(item, metas.get(item.key)) : null;
    return message === null ? [] : [{ key: item.key, message }];
  });
}
