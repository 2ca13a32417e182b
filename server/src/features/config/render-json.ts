import { dataValue, exportedItems, type KeyTypes, type RenderItem } from './render-value.ts';

/** One flat JSON object with sorted keys; a dot in a key is part of the key, a code block is text like any other. */
export function renderJson(items: Iterable<RenderItem>, keys: KeyTypes): string {
  const members = exportedItems(items).map((item) => [item.key, dataValue(item, keys)] as const);
  return `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`;
}
