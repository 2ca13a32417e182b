import { mdiMagnify, mdiTextSearch } from '@mdi/js';
import { searchCronLogs } from '@mission-control/contract/cron/calls';
import { LOG_STATUS } from '@mission-control/contract/cron/rules';
import type { FoundLog } from '@mission-control/contract/cron/schema';
import { numberText } from '@mission-control/contract/numbers';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pathTo } from '../../../lib/address/path-to.ts';
import { searchText } from '../../../lib/address/table-search.ts';
import { useUrlState, useUrlText } from '../../../lib/address/use-url-text.ts';
import { pagedQueryOf } from '../../../lib/query/pages.tsx';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { timeColumn } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { CronTabs } from '../parts/cron-tabs.tsx';
import { TaskName } from '../parts/trouble-columns.tsx';
import { fleetTaskKey } from '../task-key.ts';

type Status = keyof typeof LOG_STATUS;
interface LogSearch {
  q?: string;
  status?: Status;
}

const STATUSES = Object.keys(LOG_STATUS) as Status[];
/** Shorter texts would match nearly everything. */
const MIN_LENGTH = 2;

function logSearch(search: Record<string, unknown>): LogSearch {
  const q = searchText(search.q);
  const status = STATUSES.find((known) => known === search.status);
  return { ...(q && { q }), ...(status && { status }) };
}

const columns: readonly Column<FoundLog>[] = [
  {
    id: 'tenant',
    header: 'Tenant',
    width: 200,
    narrowWidth: 170,
    strong: true,
    sortValue: (row) => row.tenant_name,
    cell: (row) => <Link href={pathTo('/tenant/$id/cron', { id: row.id })}>{row.tenant_name}</Link>,
  },
  {
    id: 'task',
    header: 'Task',
    width: 210,
    narrowWidth: 180,
    sortValue: (row) => row.task,
    cell: (row) => <TaskName row={row} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 96,
    sortValue: (row) => row.status,
    text: (row) => LOG_STATUS[row.status].text,
    cell: (row) => (
      <StatusChip meaning={LOG_STATUS[row.status].meaning} variant="quiet">
        {LOG_STATUS[row.status].text}
      </StatusChip>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    narrowWidth: 320,
    wrap: true,
    cell: (row) => row.message,
  },
  { id: 'runs', header: 'Runs', width: 80, align: 'right', sortValue: (row) => row.runs, cell: (row) => row.runs },
  timeColumn({ id: 'at', header: 'Last', width: 120 }, (row) => row.datetime),
];

const Progress = styled('p')({ display: 'flex', alignItems: 'center', gap: 12, fontSize: 13, color: color.text2 });

function useLogs({ q = '', status }: LogSearch) {
  return useInfiniteQuery({
    ...pagedQueryOf(searchCronLogs, (after: number | null) => ({
      query: { q, ...(status && { status }), ...(after !== null && { after }) },
    })),
    enabled: q.length >= MIN_LENGTH,
    // A search is a snapshot: reports arrive all the time.
    staleTime: Infinity,
  });
}

/** Searches the logs of all tenants: /cron/logs. */
export function CronLogsPage() {
  const [search, show] = useUrlState(logSearch);
  const [text, setText] = useUrlText(search.q ?? '', (q) => show({ q }, true));
  return (
    <PageFrame title="Cron Statistics" gap={12} tabs={<CronTabs active="logs" />}>
      <Toolbar>
        <SearchField label="Search messages" value={text} onChange={setText} />
        <SelectField
          label="Status"
          hideLabel
          options={[
            { value: '', label: 'Any status' },
            ...STATUSES.map((value) => ({ value, label: LOG_STATUS[value].text })),
          ]}
          value={search.status ?? ''}
          onChange={(event) => show({ status: event.target.value })}
        />
      </Toolbar>
      {(search.q ?? '').length < MIN_LENGTH ? (
        <StatePanel framed icon={mdiMagnify} title="Search the logs of all tenants">
          Type at least two characters of a message. Logs cover the last 24 hours, as last reported.
        </StatePanel>
      ) : (
        <Found search={search} />
      )}
    </PageFrame>
  );
}

function Found({ search }: { search: LogSearch }) {
  const query = useLogs(search);
  return (
    <QueryView
      framed
      query={query}
      errorTitle="The logs could not be searched"
      loading={<LoadingPanel label="Found tasks" rows={6} rowHeight={56} />}
      empty={null}
    >
      {({ pages }) => {
        const searched = pages.reduce((sum, page) => sum + page.searched, 0);
        const all = pages.at(-1)?.tenants ?? 0;
        return (
          <>
            <Progress role="status">
              {query.hasNextPage
                ? `${numberText(searched)} of ${numberText(all)} tenants searched`
                : `All ${numberText(searched)} tenants searched`}
              {query.hasNextPage ? (
                <ActionButton
                  size="small"
                  pending={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Search more tenants
                </ActionButton>
              ) : null}
            </Progress>
            {query.isFetchNextPageError ? <p role="alert">{query.error.message}</p> : null}
            <LocalTable
              label="Found tasks"
              columns={columns}
              rows={pages.flatMap(({ found }) => found)}
              getRowId={(row) => `${row.id} ${fleetTaskKey(row)}`}
              pageSize={25}
              empty={<StatePanel icon={mdiTextSearch} title="No messages match" />}
            />
          </>
        );
      }}
    </QueryView>
  );
}
