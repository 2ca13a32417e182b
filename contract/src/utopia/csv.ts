import { csvLine } from '../csv.ts';
import { valueOfRow, type PriceChanges } from './calculate.ts';
import { cellText, type UtopiaColumn } from './columns.ts';
import { OPERATORS, readComparison, type UtopiaFilters, type Operator } from './filters.ts';
import { plainPounds } from './prices.ts';
import { activeFilters, type UtopiaTable } from './table.ts';

/** The last column of the file. */
const TOTAL_HEAD = 'Total Calculated Value';

/** The file: a header, and a line per row with the shown columns and the row's value, in pounds. */
export function toCsv(
  table: UtopiaTable,
  { all, shown }: { all: readonly UtopiaColumn[]; shown: readonly UtopiaColumn[] },
  matched: Uint32Array,
  changes: PriceChanges,
): string {
  const lines = [[...shown.map(({ title }) => title), TOTAL_HEAD]];
  for (const place of matched) {
    const row = table.rows[place];
    if (!row) continue;
    lines.push([...shown.map(({ key }) => cellText(row, key)), plainPounds(valueOfRow(table, all, place, changes))]);
  }
  return lines.map(csvLine).join('');
}

const OPERATOR_WORDS: Record<Operator, string> = { '=': 'eq', '<': 'lt', '>': 'gt', '<=': 'lte', '>=': 'gte' };
const MAX_NAME_LENGTH = 150;

/** utopia-2026-11-21-status-active-members-gte-100.csv: the day, and a part for each active filter (C-116). */
export function csvFileName(day: string, table: UtopiaTable, filters: UtopiaFilters): string {
  const parts = Object.entries(activeFilters(table, filters)).flatMap(([key, filter]) => filterPart(key, filter) ?? []);
  return `${['utopia', day, ...parts].join('-').slice(0, MAX_NAME_LENGTH)}.csv`;
}

function filterPart(key: string, filter: string | readonly string[]): string | null {
  const value = typeof filter === 'string' ? comparisonPart(filter) : filter.map(slug).filter(Boolean).join('-');
  return value === '' ? null : `${slug(key)}-${value}`;
}

function comparisonPart(filter: string): string {
  const { operator, value } = readComparison(filter);
  const word = OPERATORS.find((one) => one === operator);
  if (word === undefined) return slug(filter);
  return value.trim() === '' ? '' : `${OPERATOR_WORDS[word]}-${slug(value)}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}
