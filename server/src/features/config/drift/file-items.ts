import type { Buffer } from 'node:buffer';
import type { ConfigFormat } from '@mission-control/contract/catalogue';
import { exportedSettings } from '@mission-control/contract/config/exported-settings';
import { formOf } from '@mission-control/contract/config/limits';
import {
  sentItemSchema,
  type KeyMeta,
  type SaveConfigBody,
  type SentItem,
} from '@mission-control/contract/config/schema';
import { asRead, FileFault, parseFile, type ParsedFile, type Setting } from '@mission-control/published-files';
import { AppError } from '../../../platform/errors.ts';
import type { KeyedItem } from '../file/stored-items.ts';

interface Saved {
  format: ConfigFormat;
  items: ReadonlyMap<string, KeyedItem>;
  keys: ReadonlyMap<string, KeyMeta>;
}

/** A server's file as changes to the saved config. */
export interface FileDiff {
  diff: SaveConfigBody;
  /** What the next commit would change on the servers, beyond order and comments. */
  losses: string[];
}

/**
 * The changes that make the saved config equal to a file. Settings that are not exported stay as they are. A PHP expression becomes
 * a code block. @throws AppError('refused') if the file is invalid or has content that no setting can represent
 */
export function diffOfFile(content: Buffer, saved: Saved): FileDiff {
  const text = content.toString('utf8');
  const file = parsed(text, saved);
  const found = new Map([...file.settings.values()].map((setting) => [setting.key, itemOf(setting, saved)]));
  const diff: SaveConfigBody = { added: [], changed: [], removed: [] };
  for (const [key, item] of found) diff[saved.items.has(key) ? 'changed' : 'added'].push(item);
  diff.removed = [...saved.items.values()].flatMap(({ key, state }) => (state === 1 && !found.has(key) ? [key] : []));
  return { diff, losses: [...lostText(text, file, saved.format), ...retyped(file, [...found.values()], saved)] };
}

function parsed(text: string, { format, items, keys }: Saved): ParsedFile {
  try {
    return parseFile(format, text, exportedSettings(format, items.values(), keys));
  } catch (error) {
    if (error instanceof FileFault) throw new AppError('refused', error.message, { cause: error });
    throw error;
  }
}

function itemOf({ key, form, data }: Setting, { format, items, keys }: Saved): SentItem {
  const before = items.get(key);
  const isCode = typeof data === 'object';
  if (isCode && format !== 'php')
    throw new AppError('refused', `${key} is not a plain value. Write it as text, then take it over.`);
  const value = isCode ? data.code : textOf(data, keys.get(key));
  const type = isCode ? 5 : typeOf(form, value, keys.has(key));
  const kept = before && formOf(format, before.type) === formOf(format, type) ? before.type : type;
  const valueTemplate = before?.value === value ? before.valueTemplate : null;
  const checked = sentItemSchema.safeParse({ key, value, type: kept, state: 1, valueTemplate });
  if (checked.success) return checked.data;
  throw new AppError('refused', `${key}: ${checked.error.issues[0]?.message ?? 'is not a setting'}`);
}

function textOf(data: string | number | boolean, key: KeyMeta | undefined): string {
  if (typeof data !== 'boolean') return String(data);
  if (key?.type === 'boolean') return data ? 'True' : 'False';
  return String(data);
}

function typeOf(form: Setting['form'], value: string, known: boolean): SentItem['type'] {
  if (form === 'block') return 5;
  if (form === 'variable') return value.includes('\n') ? 4 : 3;
  return known ? 1 : 2;
}

/** Line ranges that are neither settings nor comments, which a commit would leave out. */
function lostText(text: string, { other, moreOther }: ParsedFile, format: ConfigFormat): string[] {
  const lines = text.split('\n');
  const lost = other.filter(({ first, last }) => !isComment(lines.slice(first - 1, last).join('\n'), format));
  const named = lost.map(({ first, last }) => (first === last ? `line ${first}` : `lines ${first} to ${last}`));
  if (moreOther) named.push('further lines');
  return named.map((where) => `A commit leaves out text that is not a setting: ${where}.`);
}

/** Runs in linear time, since a server's text may be malformed in any way. */
function isComment(text: string, format: ConfigFormat): boolean {
  if (format === 'php') return withoutPhpComments(text) === '';
  return text.split('\n').every((line) => /^(?:#|$)/.test(line.trim()));
}

function withoutPhpComments(text: string): string {
  // An unclosed comment extends to the end and is kept: searching it for further comments would take quadratic time.
  const bare = text.replaceAll(/\/\*[^]*?(?:\*\/|$)|(?:\/\/|#).*/g, (found) =>
    found.startsWith('/*') && !(found.length > 3 && found.endsWith('*/')) ? found : '',
  );
  return bare.trim().replace(/\?>$/, '').trim();
}

/** Settings that a commit would write with a different type than in the file: `"1"` for `1`. */
function retyped(file: ParsedFile, items: readonly SentItem[], { format, keys }: Saved): string[] {
  const written = new Map(
    exportedSettings(format, items, keys).map((setting) => [setting.key, asRead(format, setting)]),
  );
  return [...file.settings.values()].flatMap(({ key, data }) => {
    const after = written.get(key)?.data;
    if (typeof data === 'object' || data === after) return [];
    const kind = typeof data === typeof after ? 'in a different spelling' : `as ${typeof after}, not as ${typeof data}`;
    return [`A commit writes ${key} ${kind}.`];
  });
}
