import { countText, numberText } from '@mission-control/contract/numbers';
import { styled } from '../theme/styled.ts';
import { useMemo, useState, type ReactNode } from 'react';
import { Pager } from './pager.tsx';
import { Panel } from '../layout/panel.tsx';
import { sortByColumn, type Column } from './table-column.ts';
import { TableGrid } from './table-grid.tsx';
import { nextSort, pageWindow, type Sort } from './table-rows.ts';
import { color, narrow } from '../theme/tokens.ts';

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getRowId: (row: Row) => string;
  /** Controlled sort (from the URL); the table keeps its own without it. */
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Where the table's own sort starts. */
  defaultSort?: Sort;
  /** Controlled page, 1-based; the table keeps its own without it. */
  page?: number;
  onPage?: (page: number) => void;
  /** Lets the user drag a column's edge; `released` once the pointer is up. */
  onResize?: (column: string, width: number, released: boolean) => void;
  pageSize?: number;
  /** Shows the pager for a single page as well. */
  alwaysPaged?: boolean;
  /** Set when the server sorts and pages: the total, of which `rows` is one page. */
  total?: number;
  /** Double-click on a row, or Enter while it has the focus. */
  onRowOpen?: (row: Row) => void;
  /** Id of a row highlighted from outside (the one a panel shows). */
  selectedId?: string | null;
  /** Colour of an edge at the left of a row. */
  rowEdge?: (row: Row) => 'accent' | 'good' | 'warn' | 'bad' | null;
  loading?: boolean;
  /** Replaces the body; `error` wins over `empty`. */
  error?: ReactNode;
  empty?: ReactNode;
  /** Inside the panel, above the head. */
  toolbar?: ReactNode;
  /** A button that downloads all rows, given in their order. */
  renderDownload?: (rows: readonly Row[]) => ReactNode;
  /** Left in the footer, after the range. */
  footNote?: ReactNode;
  /** Narrower cells for tables with many columns. */
  dense?: boolean;
  /** Rows share the screen height: for a page with nothing below its table. */
  tall?: boolean;
  /** Row height in px, where not the default; also of skeletons. */
  rowHeight?: number;
  /** Draws the row of a disabled item quieter. */
  rowOff?: (row: Row) => boolean;
}

const Foot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minHeight: 44,
  padding: '0 12px 0 16px',
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
  '& > [data-hint]': { color: color.text3 },
  [narrow]: { '& > [data-hint]': { display: 'none' }, minHeight: 52 },
});

/** A table with sort, pages of ten, loading, empty and error states; it scrolls inside itself. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, pageSize = 10, total, loading = false, error, empty, onRowOpen } = props;
  const [ownSort, setOwnSort] = useState<Sort | null>(props.defaultSort ?? null);
  const [ownPage, setOwnPage] = useState(1);
  const sort = props.sort === undefined ? ownSort : props.sort;
  const served = total !== undefined;
  const sorted = useMemo(() => sortByColumn(rows, columns, served ? null : sort), [rows, columns, served, sort]);
  const shown = pageWindow(total ?? sorted.length, props.page ?? ownPage, pageSize);
  const goTo = (page: number) => {
    setOwnPage(page);
    props.onPage?.(page);
  };
  const sortBy = (column: string) => {
    const next = nextSort(sort, column);
    setOwnSort(next);
    props.onSort?.(next);
  };
  const instead = error ?? (!loading && sorted.length === 0 ? empty : null);
  const all = total ?? sorted.length;
  const paged = all > pageSize || (props.alwaysPaged ?? false);
  const turn = (step: 1 | -1): boolean => {
    const { page } = pageWindow(all, shown.page + step, pageSize);
    if (page === shown.page) return false;
    goTo(page);
    return true;
  };
  return (
    <Panel aria-label={props.label} aria-busy={loading}>
      {props.toolbar}
      {instead ?? (
        <TableGrid
          {...props}
          rows={served ? sorted : sorted.slice(shown.from, shown.to)}
          skeletonRows={loading && sorted.length === 0 ? pageSize : 0}
          sort={sort}
          onSortColumn={sortBy}
          onPageStep={turn}
        />
      )}
      {instead || !(paged || onRowOpen || props.footNote || props.renderDownload || loading) ? null : (
        <Foot>
          {all > 0 ? (
            <span>{paged ? `${shown.from + 1}–${shown.to} of ${numberText(all)}` : countText(all, 'row')}</span>
          ) : null}
          {props.footNote}
          {onRowOpen && !loading ? <span data-hint>Enter or double-click opens a row</span> : null}
          {loading ? null : props.renderDownload?.(sorted)}
          {paged ? <Pager label={props.label} page={shown.page} pages={shown.pages} onPage={goTo} /> : null}
        </Foot>
      )}
    </Panel>
  );
}
