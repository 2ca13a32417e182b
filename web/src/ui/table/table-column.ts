import type { ReactNode } from 'react';
import { sortRows, type Sort, type SortValue } from './table-rows.ts';

/** One column of a data table. Keep the array outside the component or memoized. */
export type Column<Row> = Frame & Cell<Row>;

/** Exports use `text` for cells that are not plain text, or else the sort value unless it is a number, which may be a rank. */
type Cell<Row> =
  | { cell: (row: Row) => string | number; text?: (row: Row) => SortValue; sortValue?: (row: Row) => SortValue }
  | { cell: (row: Row) => ReactNode; text?: undefined; sortValue: (row: Row) => Exclude<SortValue, number | boolean> }
  | {
      cell: (row: Row) => ReactNode;
      /** Null: not in downloads, such as buttons. */
      text: ((row: Row) => SortValue) | null;
      sortValue?: (row: Row) => SortValue;
    };

interface Frame {
  id: string;
  header: ReactNode;
  /** Sortable although the server sorts the rows. */
  sortable?: boolean;
  align?: 'left' | 'right' | 'center';
  /** In px; columns without a width share the rest. */
  width?: number;
  /** Width below 700 px, if different. */
  narrowWidth?: number;
  /** Sticks while the table scrolls sideways; leading columns only, and they need a width. */
  sticky?: boolean;
  /** Lets the text wrap instead of ending in an ellipsis. */
  wrap?: boolean;
  /** The name column, in a heavier weight. */
  strong?: boolean;
  /** Visually hides the header below 700 px. */
  hideHeaderOnNarrow?: boolean;
}

const SHARE = 120;

/** Widths of a column as CSS variables, so that one rule serves both screen sizes. */
export function columnWidths<Row>(columns: readonly Column<Row>[], index: number): Record<string, string> {
  const column = columns[index];
  if (!column) return {};
  const before = columns.slice(0, index);
  const sum = (of: (column: Column<Row>) => number) => before.reduce((total, each) => total + of(each), 0);
  return {
    ...(column.width === undefined ? null : { '--w': `${column.width}px` }),
    '--wn': `${column.narrowWidth ?? column.width ?? SHARE}px`,
    ...(column.sticky
      ? {
          '--left': `${sum((each) => each.width ?? SHARE)}px`,
          '--left-n': `${sum((each) => each.narrowWidth ?? each.width ?? SHARE)}px`,
        }
      : null),
  };
}

/** Minimum width of the table before it scrolls, on wide and narrow screens, as CSS variables. */
export function tableMinimum<Row>(columns: readonly Column<Row>[]): Record<string, string> {
  const sum = (of: (column: Column<Row>) => number) => columns.reduce((total, each) => total + of(each), 0);
  return {
    '--min': `${sum((each) => each.width ?? SHARE)}px`,
    '--min-n': `${sum((each) => each.narrowWidth ?? each.width ?? SHARE)}px`,
  };
}

/** The rows in the order of a sort; unchanged without one, or if its column does not sort. */
export function sortByColumn<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const valueOf = sort && columns.find(({ id }) => id === sort.column)?.sortValue;
  return sort && valueOf ? sortRows(rows, valueOf, sort.direction) : rows;
}
