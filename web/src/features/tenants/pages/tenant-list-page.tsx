import { mdiPlus, mdiRefresh } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { invalidateTopics } from '../../../lib/query.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Count } from '../../../ui/count.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Segment } from '../../../ui/segment.tsx';
import { styled } from '../../../ui/styled.ts';
import { narrow } from '../../../ui/tokens.ts';
import { TenantList } from '../parts/tenant-list.tsx';
import { clearTenantCache, tenantsQuery } from '../queries-list.ts';
import { useListState } from '../use-list-state.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';

const AddTenantDialog = lazyPart(() =>
  import('../parts/add-tenant-dialog.tsx').then((module) => module.AddTenantDialog),
);

const DeletedTenants = lazyPart(() => import('../parts/deleted-tenants.tsx').then((module) => module.DeletedTenants));

const VIEWS = [
  { value: 'tenants', label: 'Tenants' },
  { value: 'deleted', label: 'Deleted' },
] as const;

/** On a phone in a line of its own, below the title and the count. */
const Views = styled('div')({ [narrow]: { order: 1 } });

/** All tenants, those that are deleted but kept, and the way to a new one. */
export function TenantListPage() {
  const state = useListState();
  const deleted = state.view === 'deleted';
  const { data } = useQuery({ ...tenantsQuery, enabled: !deleted });
  const refresh = useRefresh();
  return (
    <PageFrame
      title="Tenants"
      chips={
        <>
          <Views>
            <Segment label="Which tenants" options={VIEWS} value={state.view} onChange={state.actions.setView} />
          </Views>
          {/* Behind the views, which it would push aside when it comes and goes. */}
          {deleted || !data ? null : <Count>{data.tenants.length.toLocaleString('en-GB')}</Count>}
        </>
      }
      gap={12}
      inlineActions
      actions={
        <>
          <ActionButton icon={mdiRefresh} iconOnNarrow pending={refresh.pending} onClick={refresh.run}>
            Refresh
          </ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiPlus}
            aria-haspopup="dialog"
            onClick={() => state.actions.setAdding(true)}
          >
            Add tenant
          </ActionButton>
        </>
      }
    >
      <Suspense fallback={null}>{deleted ? <DeletedTenants state={state} /> : <TenantList state={state} />}</Suspense>
      <Suspense fallback={null}>
        {state.adding ? <AddTenantDialog onClose={() => state.actions.setAdding(false)} /> : null}
      </Suspense>
    </PageFrame>
  );
}

/** Clears the server's cache, then reads what is shown again [TLS-41]. */
function useRefresh() {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    await clearTenantCache()
      .then(() => invalidateTopics(client, ['tenants']))
      .catch(toastError);
    setPending(false);
  };
  return { pending, run: () => void run() };
}
