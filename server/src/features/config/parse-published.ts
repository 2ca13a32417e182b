import type { ConfigFormat } from '@mission-control/contract/services/catalogue';
import { parseDotenv } from './parse-published-dotenv.ts';
import { parseJson } from './parse-published-json.ts';
import { parsePhp } from './parse-published-php.ts';
import { FileFault, type PublishedFile, type PublishedSetting } from './published-file.ts';
import { dataValue, exportedItems, type KeyTypes, type RenderItem } from './render-value.ts';

/**
 * Reads a published config back: ours, or one that somebody has edited by hand. Nothing of it is run. `known` are settings that
 * may be expected in it; a PHP file cannot tell by itself where a code block ends that contains the marks of another one.
 * @throws FileFault when it is no such file
 */
export function parsePublished(format: ConfigFormat, text: string, known: Iterable<PublishedSetting>): PublishedFile {
  // Our values cannot contain it, and no such file is edited by hand.
  if (text.includes('\0')) throw new FileFault('The file is not text.');
  if (format === 'json') return parseJson(text);
  if (format === 'dotenv') return parseDotenv(text);
  return parsePhp(text, known);
}

/** The settings of a config as they stand in its published file, by key. */
export function publishedSettings(
  format: ConfigFormat,
  items: Iterable<RenderItem>,
  keys: KeyTypes,
): Map<string, PublishedSetting> {
  return new Map(exportedItems(items).map((item) => [item.key, settingOf(format, item, keys)]));
}

function settingOf(format: ConfigFormat, item: RenderItem, keys: KeyTypes): PublishedSetting {
  const { key, type } = item;
  // Whoever reads a dotenv file gets texts only.
  if (format === 'dotenv') return { key, form: 'text', data: String(dataValue(item, keys)) };
  if (format === 'json') return { key, form: 'text', data: dataValue(item, keys) };
  if (type === 5) return { key, form: 'block', data: item.value };
  return { key, form: type <= 2 ? 'constant' : 'variable', data: dataValue(item, keys) };
}
