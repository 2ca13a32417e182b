import { csvLine } from '@mission-control/contract/csv';
import { saveFile } from '../ui/action/save-file.ts';
import { isValidElement, type ReactNode } from 'react';
import type { Column } from '../ui/table/table-column.ts';
import type { SortValue } from '../ui/table/table-rows.ts';

/** Value of a column for a row as text; undefined where it has none. */
function textIn<Row>({ text, cell, sortValue }: Column<Row>, row: Row): string | undefined {
  if (text) return plain(text(row));
  const drawn = cell(row);
  if (typeof drawn === 'string' || typeof drawn === 'number') return String(drawn);
  return sortValue ? plain(sortValue(row)) : wordsOf(drawn) || undefined;
}

/** The words of an element, e.g. of a link or chip; '' for components that draw their own. */
function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map((each: ReactNode) => wordsOf(each)).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? wordsOf(node.props.children) : '';
}

function plain(value: SortValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

const BUTTONS = /^Actions?$/;

/** A table as CSV: all rows, and the columns that have text, except buttons. Spreadsheets treat no cell as a formula. */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const exported = columns.flatMap((column) => {
    const header = wordsOf(column.header);
    const says = rows.length === 0 || rows.some((row) => textIn(column, row) !== undefined);
    return header !== '' && !BUTTONS.test(header) && says ? [{ header, column }] : [];
  });
  const heads = exported.map(({ header }) => header);
  return [heads, ...rows.map((row) => exported.map(({ column }) => textIn(column, row) ?? ''))].map(csvLine).join('');
}

/** Downloads a table as `label-2026-11-21.csv`. */
export function saveTable<Row>(label: string, columns: readonly Column<Row>[], rows: readonly Row[], now: Date): void {
  const name = `${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-${now.toISOString().slice(0, 10)}.csv`;
  // Excel needs the byte order mark to read accents.
  saveFile(name, new Blob(['\uFEFF', tableCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }));
}
