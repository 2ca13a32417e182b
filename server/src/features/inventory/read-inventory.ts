import { open, readFile, stat } from 'node:fs/promises';
import { inventoryFaults } from '@mission-control/contract/inventory/rules';
import { inventorySchema, type Inventory } from '@mission-control/contract/inventory/schema';
import type { InventoryFault } from '@mission-control/contract/inventory/plan-schema';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, YAMLParseError, type Node } from 'yaml';
import { AppError } from '../../platform/errors.ts';

const MAX_FILE_BYTES = 400 * 1024 * 1024;

/** The text of an inventory file. @throws AppError('refused') if it cannot be read or is not UTF-8 text */
export async function readInventoryText(path: string): Promise<string> {
  const size = await read(path, async () => (await stat(path)).size);
  if (size > MAX_FILE_BYTES) throw refused([`The file is ${size} bytes; the limit is ${MAX_FILE_BYTES}.`]);
  return decodeInventory(await read(path, () => readFile(path)), path);
}

/** A part of an inventory file, and the line where it begins. */
export interface InventoryPart {
  line: number;
  inventory: Inventory;
}

/**
 * Reads and validates an inventory file in parts, so that a large fleet is never in memory as a whole. The first line of a `.jsonl` file
 * is an inventory, and each other line has more tenants and their relations. Any other file is one part.
 * @throws AppError('refused') listing every fault of a part with its path, and the line of a `.jsonl` file
 */
export async function* readInventoryParts(path: string): AsyncGenerator<InventoryPart> {
  if (!path.endsWith('.jsonl')) {
    yield { line: 1, inventory: parseInventory(await readInventoryText(path)) };
    return;
  }
  let platform: Partial<Inventory> | undefined;
  let line = 0;
  for await (const text of linesOf(path)) {
    line += 1;
    if (text.trim() === '') continue;
    const checked = checkInventory(text, platform);
    if ('faults' in checked) throw refusedLine(line, checked.faults);
    yield { line, inventory: checked.inventory };
    const { tenants: _tenants, relations: _relations, history: _history, ...rest } = checked.inventory;
    platform ??= rest;
  }
  if (!platform) throw refused(['inventory: the file is empty']);
}

/** The lines of a file, one in memory at a time: `readline` would read up to 1,024 lines ahead. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let begun: string[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const file = await read(path, () => open(path));
  for await (const chunk of file.createReadStream({ highWaterMark: 1024 * 1024 })) {
    const [rest = '', ...next] = decodeAs(path, () => decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    begun.push(rest);
    for (const start of next) {
      yield begun.join('');
      begun = [start];
    }
  }
  const last = begun.join('') + decodeAs(path, () => decoder.decode());
  if (last !== '') yield last;
}

async function read<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown fault';
    throw new AppError('refused', `INVENTORY_FILE (${path}) cannot be read: ${REASONS[code] ?? code}.`, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'reading it is not permitted',
  EISDIR: 'it is a folder',
};

/** Parses and validates an inventory, JSON or YAML. @throws AppError('refused') listing every fault with its path */
export function parseInventory(text: string): Inventory {
  const checked = checkInventory(text);
  if ('inventory' in checked) return checked.inventory;
  throw refused(checked.faults);
}

type Checked = { inventory: Inventory } | { faults: string[]; source?: Source };

/** A parsed YAML document, used to find the lines of faults. */
interface Source {
  root: Node | null;
  lines: LineCounter;
}

/**
 * The inventory, or all faults with their paths. `source`: for the lines of the faults, if the text is YAML.
 * @param known parts that the text omits
 */
export function checkInventory(text: string, known?: Partial<Inventory>): Checked {
  let found: { value: unknown; source?: Source };
  try {
    found = valueOf(text);
  } catch (error) {
    return { faults: [`inventory: ${unreadable(error)}`] };
  }
  const { value, ...rest } = found;
  const parsed = inventorySchema.safeParse(known ? { ...known, ...(value as object) } : value);
  if (!parsed.success)
    return { faults: parsed.error.issues.map(({ path, message }) => `${pathOf(path)}: ${message}`), ...rest };
  const faults = inventoryFaults(parsed.data);
  return faults.length > 0 ? { faults, ...rest } : { inventory: parsed.data };
}

/** Why a text cannot be parsed. @throws unexpected errors */
function unreadable(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  if (error instanceof ReferenceError)
    return 'aliases (*name) are refused, because they can expand without limit: write the value out';
  if (!(error instanceof YAMLParseError) && !(error instanceof SyntaxError)) throw error;
  return `it is neither valid JSON nor valid YAML: ${error.message.split('\n')[0]?.replace(/:$/, '') ?? ''}`;
}

/** The text of a file, named as in the refusal. @throws AppError('refused') unless it is UTF-8 text */
export function decodeInventory(bytes: Uint8Array, file = 'The file'): string {
  const [first = 0, second = 0] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) throw new AppError('refused', `${file} is UTF-16 text. Save it as UTF-8.`);
  if (bytes.includes(0)) throw new AppError('refused', `${file} is not text. Choose a JSON or YAML file.`);
  return decodeAs(file, () => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

function decodeAs(file: string, decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw new AppError('refused', `${file} is not UTF-8 text. Save it as UTF-8.`, { cause });
  }
}

/** JSON first: it is much faster for large files. */
function valueOf(text: string): { value: unknown; source?: Source } {
  if (/^\s*[{[]/.test(text)) {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  const lines = new LineCounter();
  const document = parseYaml(text, lines);
  const [broken] = document.errors;
  if (broken) throw broken;
  return { value: document.toJS({ maxAliasCount: 0 }), source: { root: document.contents, lines } };
}

const MAX_OPEN_BRACKETS = 5_000;

/** @throws RangeError if it is nested too deeply: the parser takes quadratic time, 16 s for 200,000 open brackets */
function parseYaml(text: string, lineCounter: LineCounter) {
  let unclosed = 0;
  // Brackets within quotes count as well; no text has this many more open than closed ones.
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    unclosed += bracket === '[' || bracket === '{' ? 1 : -1;
    if (unclosed > MAX_OPEN_BRACKETS) throw new RangeError('Too many open brackets');
  }
  return parseDocument(text, { lineCounter, uniqueKeys: true });
}

const refused = (faults: string[]): AppError =>
  new AppError('refused', ['The inventory was not imported. Correct it and start again.', ...faults]);

/** For one line of a `.jsonl` file, which the parser calls line 1. */
export const refusedLine = (line: number, faults: string[]): AppError =>
  refused(faults.map((fault) => `Line ${line}: ${fault.replace('at line 1, column', 'at column')}`));

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`;
    return place === '' ? String(key) : `${place}.${String(key)}`;
  }, '') || 'inventory';

/** The faults, prefixed with their lines: `12: tenants[0].name: ...`. */
export const withLines = (text: string, faults: readonly string[]): string[] =>
  locate(text, faults).map(({ line, path, message }) => `${line === null ? '' : `${line}: `}${path}: ${message}`);

/** The faults with their lines. */
export function locate(text: string, faults: readonly string[], source?: Source): InventoryFault[] {
  const lines = source?.lines ?? new LineCounter();
  const [root, broken] = source ? [source.root] : documentOf(text, lines);
  return withoutLines(faults).map((fault) => {
    const at = fault.path === 'inventory' ? broken : nodeAt(root, fault.path)?.range?.[0];
    return { ...fault, line: at === undefined ? null : lines.linePos(at).line };
  });
}

export const withoutLines = (faults: readonly string[]): InventoryFault[] =>
  faults.map((fault) => {
    const end = fault.search(/: /);
    return { line: null, path: fault.slice(0, end), message: fault.slice(end + 2) };
  });

/** The root of a document, and the position of the first syntax error, if any. */
function documentOf(text: string, lineCounter: LineCounter): [root: Node | null, broken: number | undefined] {
  try {
    const { contents, errors } = parseYaml(text, lineCounter);
    return [contents, errors[0]?.pos[0]];
  } catch (error) {
    if (error instanceof RangeError) return [null, undefined];
    throw error;
  }
}

/** The deepest existing node of a path, which has keys, indexes, and the `slug`, `kind` or `name` of items. */
function nodeAt(root: Node | null, path: string): Node | null {
  let node = root;
  for (const segment of path
    .replaceAll(/ \(.*?\)(?=[.[]|$)/g, '')
    .split(/[.[\]]+/)
    .filter(Boolean)) {
    const next = childOf(node, segment);
    if (next === null) break;
    node = next;
  }
  return node;
}

function childOf(node: Node | null, segment: string): Node | null {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === segment);
    return (pair?.value as Node | null | undefined) ?? null;
  }
  if (!isSeq(node)) return null;
  if (/^\d+$/.test(segment)) return (node.items[Number(segment)] as Node | undefined) ?? null;
  const found = node.items.find(
    (item) => isMap(item) && ['slug', 'kind', 'name'].some((key) => item.get(key) === segment),
  );
  return (found as Node | undefined) ?? null;
}
