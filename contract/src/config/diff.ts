import type { EditableItem } from './rules.ts';

/** The changes that turn one list of items into another (C-073). */
export interface ConfigDiff<Item extends EditableItem = EditableItem> {
  added: Item[];
  changed: Item[];
  /** Keys. */
  removed: string[];
}

/** True when a user would consider the items equal. Two untouched masks of the same secret are equal. */
export function sameItem(a: EditableItem, b: EditableItem): boolean {
  return (
    a.key === b.key &&
    a.value === b.value &&
    a.type === b.type &&
    a.state === b.state &&
    a.valueTemplate === b.valueTemplate &&
    a.masked === b.masked
  );
}

const byKey = <Item extends EditableItem>(items: Iterable<Item>) =>
  new Map(Array.from(items, (item) => [item.key, item]));

/** The diff from `base` to `local`. The last item wins where a key occurs twice. */
export function diffConfig<Item extends EditableItem>(
  base: Iterable<EditableItem>,
  local: Iterable<Item>,
): ConfigDiff<Item> {
  const before = byKey(base);
  const after = byKey(local);
  const diff: ConfigDiff<Item> = { added: [], changed: [], removed: [] };
  for (const item of after.values()) {
    const old = before.get(item.key);
    if (!old) diff.added.push(item);
    else if (!sameItem(old, item)) diff.changed.push(item);
  }
  diff.removed = [...before.keys()].filter((key) => !after.has(key));
  return diff;
}
