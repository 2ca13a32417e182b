import type { CallResponse } from '@mission-control/contract/call';
import { listCron } from '@mission-control/contract/cron/calls';
import { cronOverview, type StaleReport } from '@mission-control/contract/cron/overview';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryPage } from '../../../lib/query/query-page.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { timeColumn } from '../../../ui/display/relative-time.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { CronTabs } from '../parts/cron-tabs.tsx';
import { CronCounts } from '../parts/cron-counts.tsx';
import { ErrorLog, SectionTitle } from '../parts/error-log.tsx';
import { LongestRunning } from '../parts/longest-running.tsx';

const columns: readonly Column<StaleReport>[] = [
  {
    id: 'tenant',
    header: 'Tenant',
    strong: true,
    narrowWidth: 150,
    sortValue: (row) => row.tenantName,
    cell: (row) => <Link href={pathTo('/tenant/$id/cron', { id: row.tenantId })}>{row.tenantName}</Link>,
  },
  {
    id: 'environment',
    header: 'Environment',
    width: 170,
    sortValue: (row) => row.environment ?? '',
    cell: (row) => row.environment ?? '–',
  },
  timeColumn({ id: 'created', header: 'Last report', width: 130 }, (row) => row.created),
];
const OLDEST_FIRST = { column: 'created', direction: 'asc' } as const;

/** Tenants whose last report is older than 15 minutes. */
function StaleReports({ reports }: { reports: readonly StaleReport[] }) {
  if (reports.length === 0) return null;
  return (
    <div>
      <SectionTitle id="stale-reports">Stale Reports</SectionTitle>
      <LocalTable
        label="Stale Reports"
        columns={columns}
        rows={reports}
        getRowId={(row) => `${row.tenantId} ${row.environment}`}
        defaultSort={OLDEST_FIRST}
      />
    </div>
  );
}

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  alignItems: 'start',
  gap: 16,
  '& > div': { display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 },
  '@media (min-width:1200px)': { gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr)' },
  '@media (min-width:1400px)': { gridTemplateColumns: 'minmax(0,1.35fr) minmax(0,1fr)' },
});

/** Running and failed cron tasks of the fleet: /cron [CRN-03]. */
export function CronPage() {
  return (
    <QueryPage
      title="Cron Statistics"
      tabs={<CronTabs active="statistics" />}
      query={useQuery(queryOf(listCron, {}))}
      errorTitle="The cron statistics could not be loaded"
      loading={<Statistics data={undefined} />}
      empty={null}
    >
      {(data) => <Statistics data={data} />}
    </QueryPage>
  );
}

/** @param data undefined while loading */
function Statistics({ data }: { data: CallResponse<typeof listCron> | undefined }) {
  const [all, setAll] = useState(false);
  const now = useNow(60_000);
  const overview = useMemo(() => data && cronOverview(data.tenants, now, all ? Infinity : undefined), [data, now, all]);
  return (
    <>
      <CronCounts overview={overview} failed={data?.failed.total ?? 0} />
      <Columns>
        <LongestRunning overview={overview} all={all} onAll={setAll} />
        <div>
          <ErrorLog overview={overview} failed={data?.failed} />
          <StaleReports reports={overview?.stale ?? []} />
        </div>
      </Columns>
    </>
  );
}
