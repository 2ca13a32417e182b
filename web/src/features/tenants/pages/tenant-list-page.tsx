import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { mdiPlus, mdiRefresh } from '@mdi/js';
import { createTenant, refreshTenants } from '@mission-control/contract/tenants/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { numberText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useChange } from '../../../lib/api/use-change.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Count } from '../../../ui/display/mono.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { narrow } from '../../../ui/theme/tokens.ts';
import { PinnedViews } from '../../views/public.tsx';
import { useListState } from '../list/use-list-state.ts';
import { TenantList } from '../parts/list/tenant-list.tsx';
import { tenantsQuery } from '../queries-list.ts';

const AddTenantDialog = lazyPart(() =>
  import('../parts/list/add-tenant-dialog.tsx').then((module) => module.AddTenantDialog),
);

const DeletedTenants = lazyPart(() =>
  import('../parts/list/deleted-tenants.tsx').then((module) => module.DeletedTenants),
);

const VIEWS = [
  { value: 'tenants', label: 'Tenants' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'past', label: 'As of' },
] as const;

/** On a phone on its own line, below the title and the count. */
const Views = styled('div')({ [narrow]: { order: 1, flexBasis: '100%' } });

/** All tenants, the deleted ones that are not purged yet, and a way to create one. */
export function TenantListPage() {
  const state = useListState();
  const deleted = state.view === 'deleted';
  const { data } = useQuery({ ...tenantsQuery, enabled: !deleted });
  // The server clears its cache; what is shown is then refetched [TLS-41].
  const refresh = useChange([TOPIC.tenants], refreshTenants, null);
  const refusal = useRoleRefusal(createTenant, 'add a tenant');
  return (
    <PageFrame
      title="Tenants"
      chips={
        <>
          <Views>
            <Segment
              label="Which tenants"
              options={VIEWS}
              value={state.at ? 'past' : state.view}
              onChange={state.actions.setView}
            />
          </Views>
          {/* Placed after the views, so that it does not shift them. */}
          {deleted || state.at || !data ? null : <Count>{numberText(data.tenants.length)}</Count>}
        </>
      }
      gap={12}
      inlineActions
      actions={
        <>
          <ActionButton icon={mdiRefresh} iconOnNarrow pending={refresh.isPending} onClick={() => refresh.mutate({})}>
            Refresh
          </ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiPlus}
            iconOnNarrow
            aria-haspopup="dialog"
            disabledReason={refusal}
            onClick={() => state.actions.setAdding(true)}
          >
            Add tenant
          </ActionButton>
        </>
      }
    >
      {deleted ? null : <PinnedViews page="tenants" all="All tenants" />}
      <Suspense fallback={null}>{deleted ? <DeletedTenants state={state} /> : <TenantList state={state} />}</Suspense>
      <Suspense fallback={null}>
        {state.adding ? <AddTenantDialog onClose={() => state.actions.setAdding(false)} /> : null}
      </Suspense>
    </PageFrame>
  );
}
