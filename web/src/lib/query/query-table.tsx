import type { ReactNode } from 'react';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { SearchField } from '../../ui/field/search-field.tsx';
import { Toolbar } from '../../ui/layout/panel.tsx';
import { ReadError } from '../../ui/layout/read-error.tsx';
import { LoadingPanel } from '../../ui/layout/skeleton.tsx';
import { NoneFound } from '../../ui/layout/state-panel.tsx';
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx';
import type { Sort } from '../../ui/table/table-rows.ts';
import { useMediaQuery } from '../../ui/theme/media-query.ts';
import { findRows } from '../address/table-search.ts';
import { CsvButton } from '../csv-button.tsx';
import type { QueryState } from './query-page.tsx';

/** Search, sort and page of a table, as `useTableUrl` keeps them in the address. */
interface TableState {
  search: string;
  setSearch: (text: string) => void;
  commitSearch: () => void;
  sort: Sort;
  setSort: (sort: Sort) => void;
  page: number;
  setPage: (page: number) => void;
}

type OwnProps = 'rows' | 'loading' | 'error' | 'empty' | 'sort' | 'onSort' | 'page' | 'onPage';

interface QueryTableProps<Data, Row> extends Omit<DataTableProps<Row>, OwnProps> {
  query: QueryState<Data>;
  rows: (data: Data) => readonly Row[];
  /** Without it, the table keeps sort and page itself. */
  state?: TableState;
  /** Filters the rows by the search text of `state`. */
  search?: {
    /** Label of the search field above the table; without it, the page draws the field. */
    label?: string;
    /** Visible text of a row. */
    textOf: (row: Row) => readonly string[];
  };
  /** What could not be loaded, as a sentence. */
  errorTitle: string;
  /** Shown when there are no rows, the search aside. */
  empty: ReactNode;
  /** Replaces the rows below 700 px. */
  cards?: { render: (rows: readonly Row[]) => ReactNode; height: number; placeholders: number };
}

/** The rows of a query as a table with its search, skeleton, error and empty state. Rows stay visible when a later read fails. */
export function QueryTable<Data, Row>({
  query,
  rows: rowsOf,
  state,
  search,
  errorTitle,
  empty,
  cards,
  ...table
}: QueryTableProps<Data, Row>) {
  const { data, error, isFetching, refetch } = query;
  const isNarrow = useMediaQuery('(max-width:700px)') && cards !== undefined;
  const all = data === undefined ? [] : rowsOf(data);
  const rows = search && state ? findRows(all, state.search, search.textOf) : all;
  const loading = data === undefined && error === null;
  const retry = () => void refetch();
  const isWorded = table.columns.some(({ header }) => typeof header === 'string' && header !== '');
  const Table = table.total === undefined && isWorded ? LocalTable : DataTable;
  return (
    <>
      {search?.label === undefined || state === undefined ? null : (
        <Toolbar onBlur={state.commitSearch}>
          <SearchField label={search.label} value={state.search} onChange={state.setSearch} />
        </Toolbar>
      )}
      {isNarrow && loading ? (
        <LoadingPanel label={table.label} rows={cards.placeholders} rowHeight={cards.height} />
      ) : isNarrow && rows.length > 0 ? (
        cards.render(rows)
      ) : (
        <Table
          {...table}
          {...(state && { sort: state.sort, onSort: state.setSort, page: state.page, onPage: state.setPage })}
          rows={rows}
          loading={loading}
          error={
            error && data === undefined ? (
              <ReadError title={errorTitle} error={error} retrying={isFetching} onRetry={retry} />
            ) : null
          }
          empty={
            state && all.length > 0 ? (
              <NoneFound all={all.length} search={state.search} onClear={() => state.setSearch('')} />
            ) : (
              empty
            )
          }
        />
      )}
    </>
  );
}

interface OlderPagesProps {
  /** The rows in the plural: `runs`. */
  noun: string;
  /** Where the older rows start; null: there are none; undefined: not loaded. */
  next: number | null | undefined;
  isNewest: boolean;
  /** @param before undefined: the newest rows */
  onShow: (before: number | undefined) => void;
}

/** Moves between the pages that the server returns of a list, newest first. A pressed button stays, and with it the focus. */
export function OlderPages({ noun, next, isNewest, onShow }: OlderPagesProps) {
  if (typeof next !== 'number' && isNewest) return null;
  return (
    <Toolbar>
      <ActionButton
        disabledReason={isNewest ? `These are the newest ${noun}` : null}
        onClick={() => onShow(undefined)}
      >{`Newest ${noun}`}</ActionButton>
      <ActionButton
        disabledReason={next === undefined ? 'Not loaded yet' : next === null ? `These are the oldest ${noun}` : null}
        onClick={() => onShow(next ?? undefined)}
      >{`Older ${noun}`}</ActionButton>
    </Toolbar>
  );
}

/** A table whose rows are all loaded, and can be downloaded as CSV. */
export function LocalTable<Row>(table: DataTableProps<Row>) {
  const { label, columns } = table;
  return <DataTable {...table} renderDownload={(rows) => <CsvButton {...{ label, columns, rows }} />} />;
}
