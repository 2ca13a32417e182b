import { csvLine } from '@mission-control/contract/csv';
import { downloadFile } from '../ui/action/download-file.ts';
import { isValidElement, type ReactNode } from 'react';
import type { Column } from '../ui/table/table-column.ts';
import type { SortValue } from '../ui/table/table-rows.ts';

/** A cell as text. */
function textIn<Row>({ text, cell, sortValue }: Column<Row>, row: Row): string {
  if (text) return plain(text(row));
  const drawn = cell(row);
  const isText = typeof drawn === 'string' || typeof drawn === 'number';
  return isText ? withoutGroups(String(drawn)) : plain(sortValue?.(row));
}

/** '1234' for '1,234', which spreadsheets would not take for a number everywhere. */
const withoutGroups = (text: string): string => (/^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text);

/** The words of a header. */
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

/** A table as CSV: all rows, and all columns but those of buttons. Spreadsheets treat no cell as a formula. */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const exported = columns.filter(({ text, header }) => text !== null && wordsOf(header) !== '');
  const headers = exported.map(({ header }) => wordsOf(header));
  return [headers, ...rows.map((row) => exported.map((column) => textIn(column, row)))].map(csvLine).join('');
}

/** Downloads a table as `label-2026-11-21.csv`. */
export function downloadTable<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  now: Date,
): void {
  const name = `${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-${now.toISOString().slice(0, 10)}.csv`;
  // Excel needs the byte order mark to read accents.
  downloadFile(name, new Blob(['\uFEFF', tableCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }));
}
