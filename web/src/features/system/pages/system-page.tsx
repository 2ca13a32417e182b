import { mdiDatabaseOffOutline } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { getSystemReport } from '@mission-control/contract/system/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { ReportAge } from '../../../lib/tenant/report-age.tsx';
import { TenantSubpage } from '../../../lib/tenant/tenant-subpage.tsx';
import { visibleText } from '../../../ui/display/visible-text.ts';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { monoText } from '../../../ui/theme/tokens.ts';

const A_MINUTE = 60_000;

/** Age of the tenant's system report; empty if unknown. */
function SystemReportAge({ tenantId }: { tenantId: number }) {
  // A report without changed values sends no live event.
  const { data, error } = useQuery({
    ...queryOf(getSystemReport, { params: { id: tenantId } }),
    refetchInterval: A_MINUTE,
  });
  if (!data) return error ? null : <Skeleton width={140} />;
  return <ReportAge at={data.created} />;
}

interface SystemValue {
  name: string;
  value: string;
}

const mono = { ...monoText, fontSize: 12, overflowWrap: 'anywhere' } as const;

/** Name and value [SYS-01]. */
const systemColumns: readonly Column<SystemValue>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 320,
    narrowWidth: 150,
    sticky: true,
    strong: true,
    sortValue: (row) => row.name,
    cell: (row) => (
      <span style={mono} title={row.name}>
        {row.name}
      </span>
    ),
  },
  {
    id: 'value',
    header: 'Value',
    narrowWidth: 260,
    wrap: true,
    sortValue: (row) => row.value,
    cell: (row) => <span style={mono}>{row.value}</span>,
  },
];

const BY_NAME = { column: 'name', direction: 'asc' } as const;
const PAGE = 50;
const SEARCH = { label: 'Search system values', textOf: ({ name, value }: SystemValue) => [name, value] };

const valuesOf = ({ tenant }: CallResponse<typeof getTenant>): SystemValue[] =>
  Object.entries(tenant.system).map(([name, value]) => ({ name: visibleText(name), value: visibleText(value) }));

/** The reported system values of a tenant, read-only: /tenant/{id}/coursepro/system [SYS-01, SYS-02]. */
export function SystemPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(queryOf(getTenant, { params: { id: Number(id) } }));
  const { data, error } = query;
  const state = useTableUrl(BY_NAME);
  return (
    <TenantSubpage
      tenantId={Number(id)}
      tenant={data?.tenant}
      title="System table"
      service="coursepro"
      count={data && valuesOf(data).length}
      meta={error && !data ? [] : [<SystemReportAge key="reported" tenantId={Number(id)} />]}
      gap={12}
    >
      <QueryTable
        label="System table"
        query={query}
        rows={valuesOf}
        columns={systemColumns}
        getRowId={(row) => row.name}
        pageSize={PAGE}
        state={state}
        search={SEARCH}
        errorTitle="The system table could not be loaded"
        empty={
          <StatePanel icon={mdiDatabaseOffOutline} title="No data">
            The system of this tenant has not reported yet.
          </StatePanel>
        }
      />
    </TenantSubpage>
  );
}
