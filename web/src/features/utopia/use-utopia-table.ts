import { calculate, leftOut, totalOf } from '@mission-control/contract/utopia/calculate';
import { cellText, toUtopiaRow, utopiaColumns, type UtopiaRow } from '@mission-control/contract/utopia/columns';
import type { UtopiaServerRow } from '@mission-control/contract/utopia/schema';
import { filterTable, toTable } from '@mission-control/contract/utopia/table';
import { useMemo } from 'react';
import { sortRows } from '../../ui/table/table-rows.ts';
import { sortOf } from './utopia-search.ts';
import type { UtopiaView } from './use-utopia-view.ts';

const NONE: readonly UtopiaServerRow[] = [];
const NOTHING = {};

/** Rows, columns, what is shown of them, and what they would bring. Each step is done again only when what it needs changes. */
export function useUtopiaTable(told: readonly UtopiaServerRow[] | undefined, view: UtopiaView) {
  const rows = useMemo(() => (told ?? NONE).map(toUtopiaRow), [told]);
  const columns = useMemo(() => utopiaColumns(rows), [rows]);
  const table = useMemo(() => toTable(rows, columns), [rows, columns]);
  const { column, direction } = sortOf(view);
  const order = useMemo(
    () => orderOf(rows, table.numbers.has(column), column, direction),
    [rows, table, column, direction],
  );
  const filters = view.filters ?? NOTHING;
  const matched = useMemo(() => filterTable(table, filters, order), [table, filters, order]);
  const { prices = NOTHING, bases = NOTHING } = view;
  const calculations = useMemo(
    () => calculate(table, columns, matched, { prices, bases }),
    [table, columns, matched, prices, bases],
  );
  const left = useMemo(() => leftOut(table, calculations, matched), [table, calculations, matched]);
  const { hide } = view;
  const shown = useMemo(() => columns.filter(({ key }) => !hide?.includes(key)), [columns, hide]);
  return { rows, columns, table, shown, matched, calculations, left, total: totalOf(calculations) };
}

/** The places of the rows in the order of a column. */
function orderOf(rows: readonly UtopiaRow[], numeric: boolean, column: string, direction: 'asc' | 'desc'): Uint32Array {
  const valueAt = (place: number) => {
    const row = rows[place];
    const text = row ? cellText(row, column) : '';
    return numeric && text !== '' ? Number(text) : text;
  };
  return Uint32Array.from(sortRows([...rows.keys()], valueAt, direction));
}
