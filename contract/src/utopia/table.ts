import { foldName } from '../search/rules.ts';
import { cellText, isFeature, type UtopiaColumn, type UtopiaRow } from './columns.ts';
import { matchesChoice, matchesNumber, type UtopiaFilters } from './filters.ts';

/** Column-oriented rows, so that 10,000 are filtered and summed within a key press. */
export interface UtopiaTable {
  rows: readonly UtopiaRow[];
  /** By numeric column; NaN for missing numbers. */
  numbers: ReadonlyMap<string, Float64Array>;
  /** By feature: 1 where the tenant lacks it. */
  missing: ReadonlyMap<string, Uint8Array>;
  /** By column filtered by value: the distinct values, and each row's index into them. */
  choices: ReadonlyMap<string, { values: readonly string[]; codes: Uint16Array }>;
  /** By column searched for words: the text in lower case without accents. */
  texts: ReadonlyMap<string, readonly string[]>;
}

export function toTable(rows: readonly UtopiaRow[], columns: readonly UtopiaColumn[]): UtopiaTable {
  const numbers = new Map<string, Float64Array>();
  const missing = new Map<string, Uint8Array>();
  const choices = new Map<string, { values: readonly string[]; codes: Uint16Array }>();
  const texts = new Map<string, readonly string[]>();
  for (const { key, kind } of columns) {
    if (kind === 'number')
      numbers.set(
        key,
        Float64Array.from(rows, (row) => numberOf(row, key)),
      );
    if (kind === 'choice') choices.set(key, toChoices(rows.map((row) => cellText(row, key))));
    if (kind === 'text')
      texts.set(
        key,
        rows.map((row) => foldName(cellText(row, key))),
      );
    if (isFeature(key))
      missing.set(
        key,
        Uint8Array.from(rows, (row) => (row[key] === 'no' ? 1 : 0)),
      );
  }
  return { rows, numbers, missing, choices, texts };
}

function numberOf(row: UtopiaRow, key: string): number {
  const text = cellText(row, key);
  return text === '' ? Number.NaN : Number(text);
}

function toChoices(cells: readonly string[]) {
  const values = [...new Set(cells)].sort();
  const codeOf = new Map(values.map((value, code) => [value, code]));
  return { values, codes: Uint16Array.from(cells, (cell) => codeOf.get(cell) ?? 0) };
}

/** The filters that can exclude rows: complete ones, of known columns. */
export const activeFilters = (table: UtopiaTable, filters: UtopiaFilters): UtopiaFilters =>
  Object.fromEntries(Object.entries(filters).filter(([key, filter]) => testOf(table, key, filter) !== null));

/** Indices of the rows that match all filters, in the given order. */
export function filterTable(table: UtopiaTable, filters: UtopiaFilters, order: Uint32Array): Uint32Array {
  const tests = Object.entries(filters).flatMap(([key, filter]) => testOf(table, key, filter) ?? []);
  if (tests.length === 0) return order;
  return order.filter((place) => tests.every((passes) => passes(place)));
}

type Test = (place: number) => boolean;

/** Null for a filter that matches everything. */
function testOf(table: UtopiaTable, key: string, filter: string | readonly string[]): Test | null {
  const [numbers, choices, texts] = [table.numbers.get(key), table.choices.get(key), table.texts.get(key)];
  if (numbers && typeof filter === 'string') {
    if (matchesNumber(0, filter) && matchesNumber(null, filter)) return null;
    return (place) => matchesNumber(numbers[place] ?? null, filter);
  }
  if (choices && typeof filter !== 'string' && filter.length > 0) {
    const passing = choices.values.map((value) => matchesChoice(value, filter));
    return (place) => passing[choices.codes[place] ?? 0] ?? false;
  }
  if (texts && typeof filter === 'string') {
    const words = foldName(filter).split(/\s+/).filter(Boolean);
    if (words.length === 0) return null;
    return (place) => words.every((word) => texts[place]?.includes(word) ?? false);
  }
  return null;
}
