import { mdiDatabaseOffOutline } from '@mdi/js';
import { SERVICES } from '@mission-control/contract/services/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { findRows } from '../../../lib/find-rows.ts';
import { useTableUrl } from '../../../lib/use-table-url.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { NoneFound } from '../../../ui/none-found.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ServiceBlock } from '../../../ui/service-block.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { ReportAge } from '../parts/report-age.tsx';
import { systemColumns, type SystemValue } from '../parts/system-columns.tsx';
import { tenantQuery } from '../queries.ts';

const BY_NAME = { column: 'name', direction: 'asc' } as const;
/** Whoever looks for a value wants to see them all. */
const PAGE = 50;
const [COURSEPRO] = SERVICES;

/** What the system of a tenant says about itself, to be read only: /tenant/{id}/coursepro/system [SYS-01, SYS-02]. */
export function SystemPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, isFetching, refetch } = useQuery(tenantQuery(Number(id)));
  const state = useTableUrl(BY_NAME);
  const all = data ? Object.entries(data.tenant.system).map(([name, value]) => ({ name, value })) : [];
  return (
    <PageFrame
      title="System table"
      count={data && all.length}
      crumbs={[
        { label: 'Tenants', href: '/tenant' },
        { label: data?.tenant.tenant_name ?? `Tenant ${id}`, href: `/tenant/${id}` },
        { label: 'System table' },
      ]}
      mark={<ServiceBlock letter={COURSEPRO.letter} hue={COURSEPRO.slug} size={24} title={COURSEPRO.displayName} />}
      meta={error && !data ? [] : [<ReportAge key="reported" tenantId={Number(id)} />]}
      gap={12}
    >
      {error && !data ? (
        <ReadError
          framed
          title="The system table could not be read"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <Toolbar>
            <SearchField label="Search system values" value={state.search} onChange={state.setSearch} />
          </Toolbar>
          <DataTable
            label="System table"
            columns={systemColumns}
            rows={findRows(all, state.search, shown)}
            getRowId={(row) => row.name}
            sort={state.sort}
            onSort={state.setSort}
            page={state.page}
            onPage={state.setPage}
            pageSize={PAGE}
            loading={data === undefined}
            empty={
              all.length > 0 ? (
                <NoneFound all={all.length} search={state.search} onClear={() => state.setSearch('')} />
              ) : (
                <StatePanel icon={mdiDatabaseOffOutline} title="No data">
                  The system of this tenant has not reported yet.
                </StatePanel>
              )
            }
          />
        </>
      )}
    </PageFrame>
  );
}

const shown = ({ name, value }: SystemValue): string[] => [name, value];
