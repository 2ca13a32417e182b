import { mdiPause, mdiPlay, mdiReload, mdiStop, mdiUndoVariant } from '@mdi/js';
import { listAuditEvents } from '@mission-control/contract/audit/calls';
import { bulkPath } from '@mission-control/contract/bulk/rules';
import { getBulk, listBulkRows, startBulk, controlBulk } from '@mission-control/contract/bulk/calls';
import {
  BULK_ROW_STATES,
  type BulkChange,
  type BulkRow,
  type BulkRowState,
} from '@mission-control/contract/bulk/schema';
import { countText, numberText } from '@mission-control/contract/numbers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { findRows } from '../../../lib/address/table-search.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { allQueries, QueryView } from '../../../lib/query/query-page.tsx';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { useReadRefusal, useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { RelativeTime, timeColumn } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { NoneFound, StatePanel } from '../../../ui/layout/state-panel.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { isUnderWay, ROW_WORDS, STATE_WORDS } from '../bulk-words.ts';
import { BulkProgress } from '../parts/bulk-progress.tsx';
import { changeText, ValueChange } from '../parts/plan-view.tsx';

/** One bulk change: its progress, the outcome of each tenant, and its actions. */
export function BulkPage() {
  const { id = '' } = useParams({ strict: false });
  const params = { id: Number(id) };
  const bulk = useQuery(queryOf(getBulk, { params }));
  const rows = useQuery(queryOf(listBulkRows, { params }));
  const mayAudit = useReadRefusal(listAuditEvents, 'see the whole audit log');
  const data = bulk.data?.bulk;
  return (
    <PageFrame
      title={data?.title ?? `Bulk change ${id}`}
      crumbs={[
        { label: 'Tenants', href: '/tenant' },
        { label: 'Bulk changes', href: '/bulk' },
        { label: `Change ${id}` },
      ]}
      gap={12}
      chips={
        data ? <StatusChip meaning={STATE_WORDS[data.state].meaning}>{STATE_WORDS[data.state].word}</StatusChip> : null
      }
      actions={data ? <BulkActions bulk={data} /> : null}
      meta={data ? [...factsOf(data), mayAudit === null ? <AuditLink key="audit" id={data.id} /> : null] : []}
    >
      <QueryView
        framed
        query={allQueries({ bulk, rows })}
        errorTitle="The bulk change could not be loaded"
        loading={<LoadingPanel label="Loading the bulk change" rows={8} />}
        empty={null}
        notFound={
          <StatePanel
            framed
            title={`There is no bulk change ${id}`}
            actions={<ActionButton href="/bulk">All bulk changes</ActionButton>}
          >
            Check the number in the address.
          </StatePanel>
        }
      >
        {(both) => <Outcome key={both.bulk.bulk.id} bulk={both.bulk.bulk} rows={both.rows.rows} />}
      </QueryView>
    </PageFrame>
  );
}

const factsOf = (bulk: BulkChange): ReactNode[] => [
  <span key="start">
    Started <RelativeTime at={bulk.started_at} /> by <b>{bulk.started_by}</b>
  </span>,
  earlier('Undo of', bulk.undo_of),
  earlier('Retry of', bulk.retry_of),
  earlier('Undone by', bulk.undone_by),
  isUnderWay(bulk) ? 'Runs on the server: you may close this tab' : null,
];

const earlier = (words: string, id: number | null): ReactNode =>
  id === null ? null : (
    <span key={words}>
      {words} <Link href={pathTo('/bulk/$id', { id })}>{`change ${id}`}</Link>
    </span>
  );

type Steering = 'pause' | 'continue' | 'stop';

function useSteering(id: number) {
  const steer = useMutation<unknown, ApiError, Steering>({
    mutationFn: (what) => api.send(controlBulk, { params: { id }, body: { do: what } }),
    onError: (error) => toastError(error),
  });
  return { mutate: steer.mutate, pending: steer.isPending ? steer.variables : null };
}

function BulkActions({ bulk }: { bulk: BulkChange }) {
  const refusal = useRoleRefusal(controlBulk, 'control a bulk change');
  const mayStart = useRoleRefusal(startBulk, 'change many tenants');
  const navigate = useNavigate();
  const steer = useSteering(bulk.id);
  const again = (search: { undo: number } | { retry: number }) => void navigate({ to: '/bulk/new', search });
  if (isUnderWay(bulk)) {
    const goesOn = bulk.state === 'running';
    return (
      <>
        <ActionButton
          variant="danger"
          icon={mdiStop}
          pending={steer.pending === 'stop'}
          disabledReason={refusal}
          onClick={() => steer.mutate('stop')}
        >
          Stop
        </ActionButton>
        {bulk.state === 'waiting' ? (
          <ActionButton
            icon={mdiPause}
            pending={steer.pending === 'pause'}
            disabledReason={refusal}
            onClick={() => steer.mutate('pause')}
          >
            Pause
          </ActionButton>
        ) : null}
        <ActionButton
          variant="primary"
          icon={goesOn ? mdiPause : mdiPlay}
          pending={steer.pending === (goesOn ? 'pause' : 'continue')}
          disabledReason={refusal}
          onClick={() => steer.mutate(goesOn ? 'pause' : 'continue')}
        >
          {goesOn ? 'Pause' : bulk.state === 'waiting' ? 'Begin the next stage' : 'Continue'}
        </ActionButton>
      </>
    );
  }
  const left = bulk.counts.failed + bulk.counts.skipped;
  return (
    <>
      {left === 0 ? null : (
        <ActionButton icon={mdiReload} disabledReason={mayStart} onClick={() => again({ retry: bulk.id })}>
          {bulk.counts.skipped === 0 ? 'Retry failed' : `Retry the other ${numberText(left)}`}
        </ActionButton>
      )}
      <ActionButton
        icon={mdiUndoVariant}
        disabledReason={mayStart ?? (bulk.counts.done + bulk.counts.failed === 0 ? 'Nothing was changed' : null)}
        onClick={() => again({ undo: bulk.id })}
      >
        Undo
      </ActionButton>
    </>
  );
}

const AuditLink = ({ id }: { id: number }) => (
  <Link href={pathTo('/audit', null, { part_of: bulkPath(id) })}>Audit events of this change</Link>
);

type Shown = 'all' | BulkRowState;

function Outcome({ bulk, rows }: { bulk: BulkChange; rows: readonly BulkRow[] }) {
  const [state, setState] = useState<Shown>('all');
  const [search, setSearch] = useState('');
  const ofState = rows.filter((row) => state === 'all' || row.state === state);
  const found = findRows(ofState, search, ({ tenant_name, reason }) => [tenant_name, reason ?? '']);
  const options = BULK_ROW_STATES.filter((one) => bulk.counts[one] > 0 || one === state);
  return (
    <>
      {bulk.state === 'stopped' && bulk.reason !== null ? (
        <Banner meaning="warn" title={bulk.reason}>
          {`${countText(bulk.counts.skipped, 'tenant')} ${bulk.counts.skipped === 1 ? 'was' : 'were'} not changed.`}
        </Banner>
      ) : null}
      <BulkProgress bulk={bulk} rows={rows} />
      <Toolbar>
        <SearchField label="Search tenants" value={search} onChange={setSearch} />
        <Segment
          label="Outcome"
          value={state}
          onChange={setState}
          options={[
            { value: 'all' as Shown, label: 'All', count: bulk.tenants },
            ...options.map((one) => ({ value: one as Shown, label: ROW_WORDS[one].word, count: bulk.counts[one] })),
          ]}
        />
      </Toolbar>
      <LocalTable
        label="Tenants"
        columns={columns}
        rows={found}
        getRowId={({ tenant_id }) => String(tenant_id)}
        empty={<NoneFound all={ofState.length} search={search} onClear={() => setSearch('')} />}
      />
    </>
  );
}

const STATE_ORDER = Object.keys(ROW_WORDS);

const columns: readonly Column<BulkRow>[] = [
  {
    id: 'name',
    header: 'Tenant',
    strong: true,
    sticky: true,
    width: 260,
    narrowWidth: 160,
    cell: (row) => <Link href={pathTo('/tenant/$id', { id: row.tenant_id })}>{row.tenant_name}</Link>,
    sortValue: (row) => row.tenant_name,
  },
  {
    id: 'state',
    header: 'Outcome',
    width: 130,
    cell: ({ state }) => (
      <StatusChip meaning={ROW_WORDS[state].meaning} icon={ROW_WORDS[state].icon} variant="quiet">
        {ROW_WORDS[state].word}
      </StatusChip>
    ),
    sortValue: ({ state }) => STATE_ORDER.indexOf(state),
    text: ({ state }) => ROW_WORDS[state].word,
  },
  {
    id: 'change',
    header: 'Change',
    width: 280,
    cell: ({ before, after }) => <ValueChange before={before} after={after} />,
    text: changeText,
  },
  {
    id: 'revision',
    header: 'Revision',
    width: 96,
    cell: ({ revision }) => (revision === null ? '' : `r${revision}`),
    sortValue: ({ revision }) => revision,
  },
  { id: 'reason', header: 'Reason', wrap: true, cell: ({ reason }) => reason ?? '' },
  timeColumn({ id: 'at', header: 'Ended', width: 116 }, ({ ended_at }) => ended_at, { none: '' }),
];
