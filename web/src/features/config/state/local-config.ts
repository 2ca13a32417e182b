import type { EditableItem } from '@mission-control/contract/config/rules';
import type { ConfigItem } from '@mission-control/contract/config/schema';
import type { Edits } from './edits.ts';

/** The editable part of a saved item. */
export function editable(item: ConfigItem): EditableItem {
  const { key, value, type, state, valueTemplate, masked } = item;
  return { key, value, type, state, valueTemplate, masked };
}

/** Items by key. */
export function byKey<Item extends { key: string }>(items: Iterable<Item>): ReadonlyMap<string, Item> {
  return new Map(Array.from(items, (item) => [item.key, item]));
}

/** The config after Save. */
export function localItems(saved: ReadonlyMap<string, EditableItem>, edits: Edits): EditableItem[] {
  const local = new Map(saved);
  for (const [key, edit] of edits) {
    if (edit.item) local.set(key, edit.item);
    else local.delete(key);
  }
  return [...local.values()];
}

/** Order of settings by key, for lists that do not depend on a language. */
export const compareKeys = (a: { key: string }, b: { key: string }): number =>
  Number(a.key > b.key) - Number(a.key < b.key);
