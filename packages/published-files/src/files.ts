import { FileFault, type ParsedFile } from './findings.ts';
import type { FileFormat } from './names.ts';
import { parseDotenv } from './parse-dotenv.ts';
import { parseJson } from './parse-json.ts';
import { parsePhp } from './parse-php.ts';
import { renderDotenv } from './render-dotenv.ts';
import { renderJson } from './render-json.ts';
import { renderPhp } from './render-php.ts';
import type { PlainSetting, Setting } from './settings.ts';

const RENDERERS = { php: renderPhp, json: renderJson, dotenv: renderDotenv };

/** The file of these settings: the same text for the same settings in any order. */
export function renderFile(format: FileFormat, settings: Iterable<PlainSetting>): string {
  return RENDERERS[format](settings);
}

/** A setting as `parseFile` finds it in a file that has it: a dotenv file holds texts only. */
export const asRead = (format: FileFormat, setting: PlainSetting): PlainSetting =>
  format === 'dotenv' ? { ...setting, data: String(setting.data) } : setting;

/**
 * Reads a published file back, also one that was edited by hand. Nothing of it is run. `known` are settings that may be expected in
 * it: without them, a PHP code block that contains the end mark of another one is cut short.
 * @throws FileFault when it is no such file
 */
export function parseFile(format: FileFormat, text: string, known: Iterable<Setting> = []): ParsedFile {
  // Values cannot contain NUL, and no text file that is edited by hand does.
  if (text.includes('\0')) throw new FileFault('The file is not text.');
  if (format === 'json') return parseJson(text);
  if (format === 'dotenv') return parseDotenv(text);
  return parsePhp(text, known);
}
