import { previewBulk, startBulk } from '@mission-control/contract/bulk/calls';
import type { BulkAction, BulkPlan, BulkStages } from '@mission-control/contract/bulk/schema';
import { listBoard } from '@mission-control/contract/config/calls';
import { countText } from '@mission-control/contract/numbers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { defaultStringifySearch, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import type { QueryState } from '../../../lib/query/query-page.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { Tag } from '../../../ui/display/tag.tsx';
import { Banner, RetryBanner } from '../../../ui/layout/banner.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { narrow } from '../../../ui/theme/tokens.ts';
import {
  choiceLabel,
  FILTER_GROUPS,
  tenantListSearch,
  useListedTenants,
  type TenantListSearch,
} from '../../tenants/public.tsx';
import { tenantsOfChoice } from '../../config/public.tsx';
import { bulkSearch, type BulkSearch } from '../bulk-search.ts';
import { actionOf, type ActionFields } from '../bulk-words.ts';
import { ActionForm } from '../parts/action-form.tsx';
import { PlanView } from '../parts/plan-view.tsx';
import { StagePanel } from '../parts/stage-panel.tsx';

const CRUMBS = [{ label: 'Tenants', href: '/tenant' }, { label: 'Bulk changes', href: '/bulk' }, { label: 'New' }];

const MINUTE_MS = 60_000;

const Columns = styled('div')({
  display: 'flex',
  // Side by side where there is room, also beside an open side panel.
  flexWrap: 'wrap',
  gap: 16,
  alignItems: 'start',
  '& > *': { flex: '1 1 320px', minWidth: 0 },
  '& > div': { flex: '9999 1 560px', display: 'flex', flexDirection: 'column', gap: 12 },
  [narrow]: { flexDirection: 'column', alignItems: 'stretch', flexWrap: 'nowrap', '& > *, & > div': { flex: 'none' } },
});

/** Chooses a change to many tenants, previews it for each of them and starts it. */
export function NewBulkPage() {
  const address: Record<string, unknown> = useSearch({ strict: false });
  const search = { ...tenantListSearch(address), ...bulkSearch(address) };
  const again = search.undo ?? search.retry;
  return again === undefined ? <NewChange search={search} /> : <EarlierChange search={search} />;
}

type Search = BulkSearch & TenantListSearch;

/** A change to the listed or named tenants. */
function NewChange({ search }: { search: Search }) {
  const { ids, loading, failed } = useChosenTenants(search);
  const preview = usePreview();
  const [isStarted, setStarted] = useState(false);
  const now = useNow(MINUTE_MS);
  return (
    <PageFrame
      title="Change many tenants"
      crumbs={CRUMBS}
      gap={12}
      meta={failed ? [] : [<Chosen key="of" {...{ search, ids, loading }} />]}
    >
      {failed ? <RetryBanner query={failed} title="The tenants could not be loaded." /> : null}
      <ActionForm
        initial={initialFields(search)}
        started={isStarted}
        pending={preview.isPending}
        tenants={ids.length}
        onEdit={preview.reset}
        onPreview={(next) => preview.mutate({ action: actionOf(next, now), tenants: ids })}
      />
      <Previewed preview={preview} onStarted={() => setStarted(true)} />
    </PageFrame>
  );
}

interface ChosenTenants {
  ids: number[];
  loading: boolean;
  /** The query that could not be loaded. */
  failed?: QueryState<unknown> | undefined;
}

/** The tenants of a difference or state of the drift board, those that the address names, or those that the list shows. */
function useChosenTenants(search: Search): ChosenTenants {
  const { difference, drift, config, tenants } = search;
  const isOfBoard = difference !== undefined || (drift !== undefined && config !== undefined);
  const board = useQuery({ ...queryOf(listBoard, {}), enabled: isOfBoard });
  const listed = useListedTenants(search);
  if (isOfBoard) {
    const ids = board.data ? tenantsOfChoice(board.data, search) : [];
    return { ids, loading: board.isPending, failed: board.isLoadingError ? board : undefined };
  }
  if (tenants !== undefined) return { ids: tenants.split('.').map(Number), loading: false };
  return { ids: listed.tenants.map(({ _id }) => _id), loading: listed.loading, failed: listed.failed };
}

const initialFields = ({ action, config, change, key, value }: BulkSearch): ActionFields => ({
  action: action ?? 'setting',
  config: config ?? 'coursepro',
  change: change ?? 'set',
  key: key ?? '',
  value: value ?? '',
  commit: true,
  acceptLosses: false,
  service: 'coursepro',
  on: true,
  ends: 0,
  group: '',
  level: 'DEBUG',
  minutes: 15,
});

/** The undo or retry of an earlier bulk change: previewed at once. */
function EarlierChange({ search: { undo, retry } }: { search: BulkSearch }) {
  const preview = usePreview();
  const { mutate } = preview;
  const of = undo ?? retry ?? 0;
  const kind = undo === undefined ? 'retry' : 'undo';
  useEffect(() => mutate({ action: { kind, of } }), [mutate, kind, of]);
  const title = preview.data?.title ?? (kind === 'undo' ? `Undo bulk change ${of}` : `Retry bulk change ${of}`);
  return (
    <PageFrame
      title={title}
      crumbs={CRUMBS}
      gap={12}
      meta={[
        <span key="of">
          {kind === 'undo' ? 'Restores what the tenants had before ' : 'The tenants that failed or were skipped in '}
          <Link href={pathTo('/bulk/$id', { id: of })}>{`bulk change ${of}`}</Link>
        </span>,
      ]}
    >
      <Previewed preview={preview} />
    </PageFrame>
  );
}

interface Wanted {
  action: BulkAction;
  tenants?: number[];
}

const usePreview = () =>
  useMutation<BulkPlan, ApiError, Wanted>({ mutationFn: (body) => api.send(previewBulk, { body }) });

interface PreviewedProps {
  preview: ReturnType<typeof usePreview>;
  onStarted?: () => void;
}

function Previewed({ preview, onStarted }: PreviewedProps) {
  const { data, error, isPending, variables } = preview;
  if (isPending) return <LoadingPanel label="Previewing the change for each tenant" rows={8} />;
  if (error && variables)
    return error.code === 'bad_request' || error.code === 'refused' ? (
      <Banner meaning="bad" live title="There is no preview.">
        {error.messages.join(' ')}
      </Banner>
    ) : (
      <ReadError
        framed
        title="The change could not be previewed"
        error={error}
        retrying={false}
        onRetry={() => preview.mutate(variables)}
      />
    );
  if (!data || !variables) return null;
  return <Plan key={preview.submittedAt} plan={data} action={variables.action} onStarted={onStarted} />;
}

interface PlanProps {
  plan: BulkPlan;
  action: BulkAction;
  onStarted: (() => void) | undefined;
}

/** The preview, the tenants chosen from it, and the start. */
function Plan({ plan, action, onStarted }: PlanProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(plan.rows.filter(({ check }) => check === 'change').map(({ tenant_id }) => tenant_id)),
  );
  const choose = useCallback((ids: readonly number[], on: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) next[on ? 'add' : 'delete'](id);
      return next;
    });
  }, []);
  const refusal = useRoleRefusal(startBulk, 'change many tenants');
  const start = useStart(plan, action, onStarted);
  const rows = plan.rows.filter(({ tenant_id }) => chosen.has(tenant_id));
  return (
    <Columns>
      <div>
        {start.error ? (
          <Banner meaning="bad" live title="The bulk change was not started.">
            {start.error.messages.join(' ')}
          </Banner>
        ) : null}
        <PlanView plan={plan} action={action} chosen={chosen} onChoose={choose} />
      </div>
      <StagePanel
        tenants={rows.length}
        production={rows.filter(({ production }) => production).length}
        title={plan.title}
        effect={effectOf(action)}
        pending={start.isPending}
        refusal={refusal}
        onStart={(stages) => start.mutate({ stages, chosen })}
      />
    </Columns>
  );
}

interface Started {
  stages: BulkStages;
  chosen: ReadonlySet<number>;
}

/** Starts the change; idempotent for the same preview. */
function useStart(plan: BulkPlan, action: BulkAction, onStarted?: () => void) {
  const navigate = useNavigate();
  const key = useRef(crypto.randomUUID());
  return useMutation<number, ApiError, Started>({
    mutationFn: async ({ stages, chosen }) => {
      const rows = plan.rows.filter(({ tenant_id }) => chosen.has(tenant_id));
      // Training and test sites first, to reveal faults there.
      const inOrder = [...rows.filter(({ production }) => !production), ...rows.filter(({ production }) => production)];
      const tenants = inOrder.map(({ tenant_id: id, seen }) => ({ id, seen }));
      return (await api.send(startBulk, { body: { key: key.current, action, tenants, stages } })).bulk.id;
    },
    onSuccess: (id) => {
      onStarted?.();
      void navigate({ to: '/bulk/$id', params: { id: String(id) } });
    },
  });
}

function effectOf(action: BulkAction): string {
  const closing = 'It runs on the server: you may close this tab. Undo restores what every tenant has now.';
  if (action.kind === 'setting')
    return `Saves one revision${action.commit ? ' and commits it' : ', without a commit'}, tenant by tenant. ${closing}`;
  if (action.kind === 'take-over')
    return `Saves the settings of each tenant’s file as a revision, which counts as committed. Servers are only read. ${closing}`;
  if (action.kind === 'validate')
    return 'Runs the validators, tenant by tenant, and changes nothing. A tenant that is not valid counts as failed.';
  if (action.kind === 'commit') return `Commits the saved config, tenant by tenant. ${closing}`;
  if (action.kind !== 'undo') return `Makes the change tenant by tenant. ${closing}`;
  return 'Restores what each tenant had before, tenant by tenant. It runs on the server: you may close this tab.';
}

interface ChosenProps {
  search: Search;
  ids: readonly number[];
  loading: boolean;
}

/** How many tenants were chosen, and by which filter. */
function Chosen({ search, ids, loading }: ChosenProps) {
  const filters = FILTER_GROUPS.flatMap((group) => {
    const values = [search[group.key] ?? []].flat();
    return values.length === 0 ? [] : [`${group.name} ${values.map((value) => choiceLabel(group, value)).join(', ')}`];
  });
  const more = [
    search.q ? `Search ${search.q}` : '',
    search.uses ?? '',
    search.reports ? `Reports ${search.reports}` : '',
  ];
  const shown = [...filters, ...more.filter((text) => text !== '')];
  const list = tenantListSearch({ ...search });
  return (
    <span>
      {loading ? 'Loading the tenants ' : `On ${countText(ids.length, 'tenant')} `}
      {search.difference !== undefined || search.drift !== undefined ? (
        <Link href={pathTo('/drift', null, search.difference === undefined ? {} : { view: 'differences' })}>
          {search.difference === undefined ? 'from the drift board' : 'that share a difference'}
        </Link>
      ) : search.tenants === undefined ? (
        <>
          {shown.map((text) => (
            <span key={text}>
              <Tag>{text}</Tag>{' '}
            </span>
          ))}
          <Link href={`/tenant${defaultStringifySearch({ ...list })}`}>Change the selection</Link>
        </>
      ) : null}
    </span>
  );
}
