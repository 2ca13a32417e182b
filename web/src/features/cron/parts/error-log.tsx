import { mdiCheckCircleOutline } from '@mdi/js';
import type { CronOverview } from '@mission-control/contract/cron/overview';
import { LOG_STATUS } from '@mission-control/contract/cron/rules';
import type { FailedTask } from '@mission-control/contract/cron/schema';
import { countText } from '@mission-control/contract/numbers';
import { useMemo } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { StatusChip, type ChipMeaning } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { color, ellipsis, monoText } from '../../../ui/theme/tokens.ts';
import { fleetTaskKey } from '../task-key.ts';

export const SectionTitle = styled('h2')({
  fontSize: 14,
  lineHeight: '20px',
  fontWeight: 600,
  letterSpacing: '-.01em',
  marginBottom: 8,
});

/** A tenant whose running tasks are unknown, or a task whose last run failed. */
interface Entry {
  id: string;
  tenantName: string;
  environment: string | null;
  href: string;
  text: string;
  meaning: ChipMeaning;
  task: string | null;
  detail: string;
  at: string | null;
}

const Reason = styled('span')({
  display: 'block',
  minWidth: 0,
  padding: '6px 0',
  '& > code': { ...monoText, ...ellipsis, display: 'block', fontSize: 12 },
  '& > span': { ...ellipsis, display: 'block', fontSize: 12, color: color.text2 },
});

const columns: readonly Column<Entry>[] = [
  {
    id: 'tenant',
    header: 'Tenant',
    strong: true,
    width: 170,
    wrap: true,
    narrowWidth: 150,
    sortValue: (row) => row.tenantName,
    cell: (row) => <Link href={row.href}>{row.tenantName}</Link>,
  },
  {
    id: 'error',
    header: 'Error',
    width: 96,
    // Tenants without data come first.
    sortValue: (row) => `${row.task === null ? 0 : 1} ${row.text}`,
    text: (row) => row.text,
    cell: (row) => (
      <StatusChip meaning={row.meaning} size="small">
        {row.text}
      </StatusChip>
    ),
  },
  {
    id: 'detail',
    header: 'Reason',
    narrowWidth: 176,
    sortValue: (row) => row.task ?? row.detail,
    text: (row) => [row.task, row.detail].filter(Boolean).join(': '),
    cell: (row) =>
      row.task === null ? (
        <span title={row.environment ?? undefined}>{row.detail}</span>
      ) : (
        <Reason title={`${row.environment ?? ''}: ${row.detail}`}>
          <code>{row.task}</code>
          <span>{row.detail}</span>
        </Reason>
      ),
  },
  {
    id: 'at',
    header: 'When',
    width: 96,
    sortValue: (row) => Date.parse(row.at ?? '') || 0,
    text: (row) => row.at,
    cell: (row) => (row.at === null ? '–' : <RelativeTime at={row.at} />),
  },
];
const UNKNOWN_FIRST = { column: 'error', direction: 'asc' } as const;

interface ErrorLogProps {
  overview: CronOverview | undefined;
  failed: { total: number; tasks: readonly FailedTask[] } | undefined;
}

/** Tenants without cron data, and failed or dead tasks, each with a link to its tenant [CRN-07, CRN-08]. */
export function ErrorLog({ overview, failed }: ErrorLogProps) {
  const rows = useMemo(() => [...unknownEntries(overview), ...failedEntries(failed?.tasks ?? [])], [overview, failed]);
  const beyond = failed ? failed.total - failed.tasks.length : 0;
  return (
    <div>
      <SectionTitle id="error-log">Error Log</SectionTitle>
      <LocalTable
        label="Error Log"
        columns={columns}
        rows={rows}
        getRowId={(row) => row.id}
        defaultSort={UNKNOWN_FIRST}
        loading={overview === undefined}
        footNote={beyond > 0 ? `${countText(beyond, 'older failure is', 'older failures are')} not listed` : undefined}
        empty={
          <StatePanel icon={mdiCheckCircleOutline} title="No errors">
            Every tenant has reported its cron tasks, and no task failed in its last run.
          </StatePanel>
        }
      />
    </div>
  );
}

const unknownEntries = (overview: CronOverview | undefined): Entry[] =>
  (overview?.errors ?? []).map(({ tenantId, tenantName, environment, text, detail }) => ({
    id: `${tenantId} ${environment}`,
    tenantName,
    environment,
    href: pathTo('/tenant/$id', { id: tenantId }),
    text,
    meaning: 'bad',
    task: null,
    detail,
    at: null,
  }));

const failedEntries = (tasks: readonly FailedTask[]): Entry[] =>
  tasks.map((failed, at) => ({
    id: `${failed.id} ${fleetTaskKey(failed)} ${at}`,
    tenantName: failed.tenant_name,
    environment: failed.environment_name,
    href: pathTo('/tenant/$id/cron', { id: failed.id }, { task: fleetTaskKey(failed) }),
    ...LOG_STATUS[failed.status],
    task: failed.task,
    detail: failed.message,
    at: failed.datetime,
  }));
