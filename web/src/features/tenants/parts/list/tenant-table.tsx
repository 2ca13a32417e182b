import { MAX_COMPARED } from '@mission-control/contract/config/compared-ids';
import { useNavigate } from '@tanstack/react-router';
import { memo, Suspense, type ReactNode } from 'react';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { CsvButton } from '../../../../lib/csv-button.tsx';
import { lazyPart } from '../../../../lib/lazy-part.ts';
import { Link } from '../../../../ui/action/link.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import type { Column } from '../../../../ui/table/table-column.ts';
import type { Narrowed } from '../../list/list-narrowing.ts';
import type { ListedTenant } from '../../list/list-rows.ts';
import type { ListChoices, ListState } from '../../list/use-list-state.ts';

const NothingFound = lazyPart(() => import('./nothing-found.tsx').then((module) => module.NothingFound));

interface TenantTableProps extends ListChoices, Pick<ListState, 'search' | 'showInactive' | 'sort' | 'page'> {
  columns: readonly Column<ListedTenant>[];
  onResize: (column: string, width: number, released: boolean) => void;
  narrowed: Narrowed;
  /** Placeholder while the rest of the list loads. */
  firstPage: readonly ListedTenant[];
  onClearSearch: () => void;
  loading: boolean;
  error: ReactNode;
}

/** The table of the matching tenants. */
export const TenantTable = memo(function TenantTable(props: TenantTableProps) {
  const { narrowed, loading, actions } = props;
  const navigate = useNavigate();
  const open = ({ row }: ListedTenant) => void navigate({ to: '/tenant/$id', params: { id: String(row._id) } });
  return (
    <DataTable
      label="Tenants"
      columns={props.columns}
      onResize={props.onResize}
      tall
      rowOff={isOff}
      renderDownload={(rows) => <CsvButton label="Tenants" columns={props.columns} rows={rows} />}
      rows={loading ? props.firstPage : narrowed.rows}
      // The total is still unknown: no range, no pages.
      {...(loading ? { total: 0 } : null)}
      getRowId={rowId}
      sort={props.sort}
      onSort={actions.setSort}
      page={props.page}
      onPage={actions.setPage}
      onRowOpen={open}
      dense
      footNote={<CompareLink narrowed={narrowed} />}
      loading={loading}
      error={props.error}
      empty={
        <Suspense fallback={null}>
          <NothingFound {...props} filtered={narrowed.filtered} />
        </Suspense>
      }
    />
  );
});

/** Compares the configs of the matching tenants, if they are few. */
function CompareLink({ narrowed: { rows, filtered } }: { narrowed: Narrowed }) {
  if (filtered === 0 || rows.length < 2 || rows.length > MAX_COMPARED) return null;
  const ids = rows.map(({ row }) => row._id).join(',');
  return <Link href={pathTo('/compare', null, { service: 'coursepro', tenants: ids })}>Compare their configs</Link>;
}

const isOff = ({ active }: ListedTenant) => !active;
const rowId = ({ row }: ListedTenant) => String(row._id);
