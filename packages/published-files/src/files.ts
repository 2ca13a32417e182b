import { FileFault, type ParsedFile, Findings } from './findings.ts';
import type { FileFormat } from './names.ts';
import { parseDotenv } from './parse-dotenv.ts';
import { parsePhp } from './parse-php.ts';
import { renderDotenv, renderJson, renderPhp } from './render.ts';
import type { PlainSetting, Setting } from './settings.ts';

/** Parses a JSON object; nested values are returned as source text. @throws FileFault */
function parseJson(text: string): ParsedFile {
  const entries = Object.entries(objectOf(text));
  if (entries.some((entry) => entry.some((part) => typeof part === 'string' && part.includes('\0'))))
    throw new FileFault('A name or value contains NUL, which no setting can hold.');
  const findings = new Findings(text);
  for (const [key, value] of entries) {
    findings.setting({ key, form: 'text', data: dataOf(value) }, text.length, text.length);
  }
  return findings.file();
}

function objectOf(text: string): object {
  try {
    const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new FileFault('The file is not a JSON object. It may have been truncated.');
}

function dataOf(value: unknown): Setting['data'] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  try {
    return { code: JSON.stringify(value) };
  } catch (error) {
    // Nesting too deep to stringify.
    if (error instanceof RangeError) return { code: '[…]' };
    throw error;
  }
}

const RENDERERS = { php: renderPhp, json: renderJson, dotenv: renderDotenv };

/** Renders a file: the same text for the same settings in any order. */
export function renderFile(format: FileFormat, settings: Iterable<PlainSetting>): string {
  return RENDERERS[format](settings);
}

/** A setting as `parseFile` returns it after rendering: a dotenv file contains text only. */
export const asRead = (format: FileFormat, setting: PlainSetting): PlainSetting =>
  format === 'dotenv' ? { ...setting, data: String(setting.data) } : setting;

/**
 * Parses a published file, even one edited by hand, without executing it. `known` are the settings expected in it: without them,
 * a PHP code block that contains an end marker is cut short.
 * @throws FileFault when it is not a file of this format
 */
export function parseFile(format: FileFormat, text: string, known: Iterable<Setting> = []): ParsedFile {
  // Values cannot contain NUL, and neither do text files edited by hand.
  if (text.includes('\0')) throw new FileFault('The file is not text.');
  if (format === 'json') return parseJson(text);
  if (format === 'dotenv') return parseDotenv(text);
  return parsePhp(text, known);
}
