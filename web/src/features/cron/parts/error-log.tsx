import { mdiCheckCircleOutline } from '@mdi/js';
import type { CronError, CronOverview } from '@mission-control/contract/cron/overview';
import { DataTable } from '../../../ui/data-table.tsx';
import { Link } from '../../../ui/link.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table-column.ts';
import { SectionTitle } from './section-title.tsx';

const columns: readonly Column<CronError>[] = [
  {
    id: 'tenant',
    header: 'Tenant',
    strong: true,
    narrowWidth: 150,
    sortValue: (row) => row.tenantName,
    cell: (row) => <Link href={`/tenant/${row.tenantId}`}>{row.tenantName}</Link>,
  },
  {
    id: 'error',
    header: 'Error',
    width: 110,
    sortValue: (row) => row.text,
    cell: (row) => (
      <StatusChip meaning="bad" size="small">
        {row.text}
      </StatusChip>
    ),
  },
  {
    id: 'detail',
    header: 'Reason',
    width: 190,
    sortValue: (row) => row.detail,
    cell: (row) => <span title={row.environment ?? undefined}>{row.detail}</span>,
  },
];
const BY_TENANT = { column: 'tenant', direction: 'asc' } as const;

/** The tenants whose cron is not known; each leads to its tenant [CRN-07, CRN-08]. */
export function ErrorLog({ overview }: { overview: CronOverview | undefined }) {
  return (
    <div>
      <SectionTitle>Error Log</SectionTitle>
      <DataTable
        label="Error Log"
        columns={columns}
        rows={overview?.errors ?? []}
        getRowId={(row) => `${row.tenantId} ${row.environment}`}
        defaultSort={BY_TENANT}
        loading={overview === undefined}
        empty={
          <StatePanel icon={mdiCheckCircleOutline} title="No errors.">
            Every tenant’s cron is known.
          </StatePanel>
        }
      />
    </div>
  );
}
