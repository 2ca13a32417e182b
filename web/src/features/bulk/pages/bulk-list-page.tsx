import { mdiPlaylistEdit } from '@mdi/js';
import { listBulk } from '@mission-control/contract/bulk/calls';
import type { BulkChange } from '@mission-control/contract/bulk/schema';
import { numberText } from '@mission-control/contract/numbers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pathTo } from '../../../lib/address/path-to.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { OlderPages, QueryTable } from '../../../lib/query/query-table.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { timeColumn } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { STATE_WORDS } from '../bulk-words.ts';

const CRUMBS = [{ label: 'Tenants', href: '/tenant' }, { label: 'Bulk changes' }];

const columns: readonly Column<BulkChange>[] = [
  {
    id: 'id',
    header: 'Change',
    width: 84,
    sticky: true,
    strong: true,
    cell: ({ id }) => <Link href={pathTo('/bulk/$id', { id })}>{id}</Link>,
    text: ({ id }) => id,
  },
  { id: 'title', header: 'What', cell: ({ title }) => <span title={title}>{title}</span>, text: ({ title }) => title },
  {
    id: 'state',
    header: 'State',
    width: 140,
    cell: ({ state, reason }) => (
      <StatusChip meaning={STATE_WORDS[state].meaning} variant="quiet" title={reason ?? undefined}>
        {STATE_WORDS[state].word}
      </StatusChip>
    ),
    text: ({ state }) => STATE_WORDS[state].word,
  },
  {
    id: 'done',
    header: 'Done',
    width: 110,
    align: 'right',
    cell: ({ counts, tenants }) => `${numberText(counts.done + counts.unchanged)} of ${numberText(tenants)}`,
  },
  { id: 'failed', header: 'Failed', width: 80, align: 'right', cell: ({ counts }) => numberText(counts.failed) },
  { id: 'by', header: 'Started by', width: 150, cell: ({ started_by }) => started_by },
  timeColumn({ id: 'at', header: 'Started', width: 124 }, ({ started_at }) => started_at, { sorts: false }),
];

/** Page size of the server: the table itself never pages. */
const PAGE = 50;

/** All bulk changes, newest first. */
export function BulkListPage() {
  const { before } = useSearch({ from: '/frame/signed-in/bulk' });
  const navigate = useNavigate();
  const query = useQuery({ ...queryOf(listBulk, { query: { before } }), placeholderData: keepPreviousData });
  return (
    <PageFrame title="Bulk changes" crumbs={CRUMBS} gap={12}>
      <QueryTable
        label="Bulk changes"
        query={query}
        rows={({ bulks }) => bulks}
        columns={columns}
        pageSize={PAGE}
        // Served in pages, so no download and no sort; the number of all changes is not known.
        total={query.data?.bulks.length ?? 0}
        getRowId={({ id }) => String(id)}
        onRowOpen={({ id }) => void navigate({ to: '/bulk/$id', params: { id: String(id) } })}
        errorTitle="The bulk changes could not be loaded"
        empty={
          <StatePanel icon={mdiPlaylistEdit} title="No bulk changes yet">
            Filter the tenant list and choose “Change these tenants”.
          </StatePanel>
        }
      />
      <OlderPages
        noun="changes"
        next={query.data?.next}
        isNewest={before === undefined}
        onShow={(from) => void navigate({ to: '/bulk', search: from === undefined ? {} : { before: from } })}
      />
    </PageFrame>
  );
}
