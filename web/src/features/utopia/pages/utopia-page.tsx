import { mdiFilterOffOutline, mdiTrayArrowDown } from '@mdi/js';
import { listUtopia } from '@mission-control/contract/utopia/calls';
import { csvFileName, toCsv } from '@mission-control/contract/utopia/csv';
import { inPounds } from '@mission-control/contract/utopia/prices';
import { activeFilters } from '@mission-control/contract/utopia/table';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { downloadFile } from '../../../ui/action/download-file.ts';
import { useNow } from '../../../ui/display/now.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel, Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { Calculations } from '../parts/calculations.tsx';
import { ColumnChooser } from '../parts/column-chooser.tsx';
import { UtopiaGrid } from '../parts/utopia-grid.tsx';
import { useUtopiaTable, useUtopiaView, type UtopiaView } from '../use-utopia-view.ts';

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Utopia dashboard' }];
const DAY_MS = 86_400_000;
const NOTHING = {};
const NONE: readonly string[] = [];

/** The features of all tenants, and the revenue that missing ones would bring. */
export function UtopiaPage() {
  const view = useUtopiaView();
  const query = useQuery(queryOf(listUtopia, {}));
  const { data, error } = query;
  const found = useUtopiaTable(data?.data, view);
  const { rows, columns, table, shown, matched, total } = found;
  const day = new Date(useNow(DAY_MS)).toISOString().slice(0, 10);
  useEffect(() => {
    // A failure is only logged, without a toast [UTO-35].
    // oxlint-disable-next-line no-console
    if (error) console.error('Utopia could not be loaded:', error.message);
  }, [error]);
  const { filters = NOTHING, prices = NOTHING, bases = NOTHING } = view;
  const exportCsv = () => {
    const text = toCsv(table, { all: columns, shown }, matched, { prices, bases });
    // Excel needs the byte order mark to read accents.
    downloadFile(csvFileName(day, table, filters), new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  };
  const filtered = Object.keys(activeFilters(table, filters)).length > 0;
  const ready = data !== undefined && rows.length > 0;
  return (
    <PageFrame
      title="Utopia dashboard"
      crumbs={CRUMBS}
      count={data ? rows.length : undefined}
      gap={12}
      chips={ready ? <span>Total {inPounds(total)}</span> : null}
      actions={
        <>
          {filtered ? (
            <ActionButton variant="ghost" icon={mdiFilterOffOutline} onClick={view.clearFilters}>
              Clear filters
            </ActionButton>
          ) : null}
          <ActionButton
            icon={mdiTrayArrowDown}
            disabledReason={ready ? null : 'There is nothing to export yet'}
            onClick={exportCsv}
          >
            Export to CSV
          </ActionButton>
        </>
      }
    >
      <QueryView
        framed
        query={query}
        errorTitle="The tenants could not be loaded"
        loading={<UtopiaSkeleton />}
        empty={{
          when: () => rows.length === 0,
          show: (
            <StatePanel framed title="No tenants">
              Utopia shows every tenant; there are none yet.
            </StatePanel>
          ),
        }}
      >
        {() => <Loaded found={found} view={view} />}
      </QueryView>
    </PageFrame>
  );
}

const UtopiaSkeleton = () => (
  <>
    <Toolbar aria-hidden>
      {Array.from({ length: 20 }, (_, place) => (
        <Skeleton key={place} width={64 + (place % 4) * 14} height={26} />
      ))}
    </Toolbar>
    <LoadingPanel label="Loading the tenants" rows={14} rowHeight={40} plain />
    <LoadingPanel label="Calculations" rows={6} rowHeight={61} />
  </>
);

function Loaded({ found, view }: { found: ReturnType<typeof useUtopiaTable>; view: UtopiaView }) {
  const { rows, columns, table, shown, matched, calculations, left, total } = found;
  return (
    <>
      <ColumnChooser columns={columns} hidden={view.hide ?? NONE} onHidden={view.setHidden} />
      <UtopiaGrid
        table={table}
        columns={shown}
        matched={matched}
        view={view}
        instead={
          matched.length === 0 ? (
            <StatePanel
              title={`No results found. (${rows.length} items filtered)`}
              actions={<ActionButton onClick={view.clearFilters}>Clear all filters</ActionButton>}
            />
          ) : null
        }
      />
      <Calculations calculations={calculations} left={left} total={total} view={view} />
    </>
  );
}
