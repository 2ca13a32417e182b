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

export function isEmptyDiff(diff: ConfigDiff): boolean {
  return diff.added.length + diff.changed.length + diff.removed.length === 0;
}

/** Applies the diff: kept items in their order, then the added ones. */
export function applyDiff<Item extends EditableItem>(base: Iterable<Item>, diff: ConfigDiff<Item>): Item[] {
  const items = byKey(base);
  for (const key of diff.removed) items.delete(key);
  for (const item of [...diff.changed, ...diff.added]) items.set(item.key, item);
  return [...items.values()];
}

export function touchedKeys(diff: ConfigDiff): Set<string> {
  return new Set([...diff.added, ...diff.changed].map((item) => item.key).concat(diff.removed));
}

/**
 * Rebases local edits onto a newer saved config. Keys that only one side touched merge; `clashes` lists the keys that
 * both changed differently, for which `merged` keeps the local item.
 */
export function mergeDiff<Item extends EditableItem>(
  base: readonly Item[],
  theirs: readonly Item[],
  mine: ConfigDiff<Item>,
): { merged: Item[]; clashes: string[] } {
  const merged = applyDiff(theirs, mine);
  const theirKeys = touchedKeys(diffConfig(base, theirs));
  const theirItems = byKey(theirs);
  const mergedItems = byKey(merged);
  const clashes = [...touchedKeys(mine)].filter((key) => {
    if (!theirKeys.has(key)) return false;
    const [a, b] = [theirItems.get(key), mergedItems.get(key)];
    return a === undefined || b === undefined ? a !== b : !sameItem(a, b);
  });
  return { merged, clashes };
}
