import { dataValue, exportedItems, type KeyTypes, type RenderItem } from './render-value.ts';

export const PHP_HEADER =
  '<?php\n// Published by Mission Control. A change made here is overwritten by the next commit.\n';
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * A PHP file: one define() or assignment per item, sorted by key; then the code blocks as they are, each between two comment
 * lines. A variable whose key has a dot is written `${'a.b'}`, which is exactly the variable of that name.
 */
export function renderPhp(items: Iterable<RenderItem>, keys: KeyTypes): string {
  const exported = exportedItems(items);
  const data = exported.filter((item) => item.type !== 5).map((item) => statement(item, keys));
  const blocks = exported.filter((item) => item.type === 5).map(codeBlock);
  return [PHP_HEADER, ...data, ...blocks].join('');
}

function statement(item: RenderItem, keys: KeyTypes): string {
  const value = phpValue(dataValue(item, keys));
  if (item.type === 1 || item.type === 2) return `define(${phpString(item.key)}, ${value});\n`;
  const name = PLAIN_NAME.test(item.key) ? item.key : `{${phpString(item.key)}}`;
  return `$${name} = ${value};\n`;
}

function codeBlock({ key, value }: RenderItem): string {
  return `// Code block ${key}\n${value}\n// End of code block ${key}\n`;
}

function phpValue(value: string | number | boolean): string {
  return typeof value === 'string' ? phpString(value) : String(value);
}

/** In single quotes PHP knows two escapes only; everything else stands for itself. */
function phpString(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
