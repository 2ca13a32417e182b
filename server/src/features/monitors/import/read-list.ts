import { checkSettings, type SomeCheckSettings } from '@mission-control/contract/monitors/schema';
import { CHECKS_LIST_BYTES, MAX_MONITORS_CHANGED } from '@mission-control/contract/monitors/rules';
import { numberText } from '@mission-control/contract/numbers';
import { readRows, SheetError } from '@mission-control/spreadsheet';

/** A fault of a list; `line` and `path`, the column, if known. */
export interface ListFault {
  line: number | null;
  path: string;
  message: string;
}

interface ListedSite {
  line: number;
  host: string;
  checks: SomeCheckSettings;
}

export interface CheckList {
  sites: ListedSite[];
  faults: ListFault[];
  /** Columns unrelated to checks, found in lists of other tools. */
  ignored: string[];
}

const HOST_COLUMNS = ['host', 'address', 'url', 'domain'];
const SETTINGS = checkSettings.shape;
type Setting = keyof typeof SETTINGS;
const isSetting = (name: string): name is Setting => Object.hasOwn(SETTINGS, name);
const TEXTS: readonly Setting[] = ['path', 'expected_text'];
/** In the text column: expect no text. */
const NO_TEXT = '-';

/** `Expected status` means `expected_status`. */
const keyOf = (name: string): string => name.trim().toLowerCase().replaceAll(/[ -]+/g, '_');
const fault = (message: string, line: number | null = null, path = ''): ListFault => ({ line, path, message });
const failed = (message: string): CheckList => ({ sites: [], ignored: [], faults: [fault(message)] });

/**
 * Reads a CSV list of check settings: a header, then a line for each site by its host or address. Empty cells are ignored.
 * Never throws because of the content.
 */
export async function readCheckList(bytes: Uint8Array): Promise<CheckList> {
  if (bytes.byteLength > CHECKS_LIST_BYTES)
    return failed(`The list has more than ${CHECKS_LIST_BYTES / 1024} KB. Split it.`);
  // Unzipping is the only work that a small file could make slow.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return failed('This is a workbook. Save it as CSV, and import the CSV file.');
  const lines: string[][] = [];
  try {
    const { headerRow } = await readRows(bytes, (cells) => lines.push(cells));
    return readLines(lines, headerRow);
  } catch (error) {
    if (error instanceof SheetError) return failed(error.message);
    throw error;
  }
}

function readLines([header = [], ...below]: string[][], headerLine: number): CheckList {
  const columns = header.map(keyOf);
  const faults = headerFaults(columns, headerLine);
  const ignored = header.filter((name, at) => name.trim() !== '' && kindOf(columns[at] ?? '') === null);
  const lines = below
    .map((cells, at) => ({ cells, line: headerLine + 1 + at }))
    .filter(({ cells }) => cells.length > 0);
  if (lines.length > MAX_MONITORS_CHANGED)
    faults.push(fault(`The list has more than ${numberText(MAX_MONITORS_CHANGED)} sites. Split it.`));
  if (faults.length > 0) return { sites: [], faults, ignored };
  const sites: ListedSite[] = [];
  const lineOf = new Map<string, number>();
  for (const { cells, line } of lines) {
    // Beyond this point, line numbers would no longer match what a person counts.
    if (cells.some((cell) => /[\r\n]/.test(cell))) {
      faults.push(fault('A cell has a line break. The lines below were not read.', line));
      break;
    }
    const site = readSite(columns, cells, line, faults);
    if (!site) continue;
    const first = lineOf.get(site.host);
    if (first !== undefined) faults.push(fault(`The host is already on line ${first}.`, line, site.host));
    lineOf.set(site.host, first ?? line);
    sites.push(site);
  }
  const hasNoSettings = !columns.some(isSetting) && sites.every(({ checks }) => Object.keys(checks).length === 0);
  if (faults.length === 0 && hasNoSettings)
    faults.push(fault(`The list has none of the columns ${settingNames}.`, headerLine));
  return { sites, faults, ignored };
}

const settingNames = Object.keys(SETTINGS).join(', ');

const kindOf = (column: string): 'host' | Setting | null =>
  HOST_COLUMNS.includes(column) ? 'host' : isSetting(column) ? column : null;

function headerFaults(columns: readonly string[], line: number): ListFault[] {
  const kinds = columns.map(kindOf);
  const twice = kinds.filter((kind, at) => kind !== null && kind !== 'host' && kinds.indexOf(kind) !== at);
  const hosts = kinds.filter((kind) => kind === 'host').length;
  return [
    ...(hosts === 1
      ? []
      : [fault(`The first line names the columns; one of them, and only one, is ${HOST_COLUMNS.join(', ')}.`, line)]),
    ...[...new Set(twice)].map((kind) => fault('This column appears twice.', line, kind ?? '')),
  ];
}

function readSite(columns: readonly string[], cells: readonly string[], line: number, faults: ListFault[]) {
  const cellOf = (kind: string): string => (cells[columns.findIndex((column) => kindOf(column) === kind)] ?? '').trim();
  const address = cellOf('host');
  const known = faults.length;
  const at = readAddress(address);
  if ('message' in at) faults.push(fault(at.message, line, address.slice(0, 80)));
  const checks: Record<string, unknown> = {};
  for (const name of Object.keys(SETTINGS).filter(isSetting)) {
    const text = cellOf(name) || (name === 'path' && 'path' in at ? at.path : '');
    if (text === '') continue;
    const value = name === 'expected_text' && text === NO_TEXT ? null : TEXTS.includes(name) ? text : wholeNumber(text);
    const read = SETTINGS[name].safeParse(value);
    if (read.success) checks[name] = read.data;
    else faults.push(fault(messageOf(value, read.error.issues[0]?.message), line, name));
  }
  return faults.length > known || 'message' in at ? null : { line, host: at.host, checks: checks as SomeCheckSettings };
}

const wholeNumber = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);
const messageOf = (value: unknown, message = ''): string =>
  Number.isNaN(value) ? 'This is not a whole number.' : message;

/** A host, or an address with or without its scheme, whose path is then requested. */
function readAddress(text: string): { host: string; path: string } | { message: string } {
  if (text === '') return { message: 'Host is missing.' };
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || url.hostname === '') return { message: 'This is not a host.' };
  if (url.port !== '' || url.username !== '' || url.password !== '')
    return { message: 'Enter the host without a port or credentials.' };
  const path = `${url.pathname}${url.search}`;
  return { host: url.hostname.replace(/\.$/, ''), path: path === '/' ? '' : path };
}
