import type { StaleReport } from '@mission-control/contract/cron/overview';
import { DataTable } from '../../../ui/data-table.tsx';
import { Link } from '../../../ui/link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table-column.ts';
import { SectionTitle } from './section-title.tsx';

const columns: readonly Column<StaleReport>[] = [
  {
    id: 'tenant',
    header: 'Tenant',
    strong: true,
    narrowWidth: 150,
    sortValue: (row) => row.tenantName,
    cell: (row) => <Link href={`/tenant/${row.tenantId}/cron`}>{row.tenantName}</Link>,
  },
  {
    id: 'environment',
    header: 'Environment',
    width: 170,
    sortValue: (row) => row.environment ?? '',
    cell: (row) => row.environment ?? '–',
  },
  {
    id: 'created',
    header: 'Last report',
    width: 130,
    sortValue: (row) => Date.parse(row.created),
    cell: (row) => <RelativeTime at={row.created} />,
  },
];
const OLDEST_FIRST = { column: 'created', direction: 'asc' } as const;

/** The tenants whose last report is older than 15 minutes; nothing when there are none. */
export function StaleReports({ reports }: { reports: readonly StaleReport[] }) {
  if (reports.length === 0) return null;
  return (
    <div>
      <SectionTitle id="stale-reports">Stale Reports</SectionTitle>
      <DataTable
        label="Stale Reports"
        columns={columns}
        rows={reports}
        getRowId={(row) => `${row.tenantId} ${row.environment}`}
        defaultSort={OLDEST_FIRST}
      />
    </div>
  );
}
