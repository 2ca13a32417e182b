import { deleteTenant } from '@mission-control/contract/tenants/calls';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { mdiTrashCanOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { Suspense, useState } from 'react';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useTenant } from '../../../lib/tenant/tenant-context.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { ServicesTab } from '../../services/public.tsx';
import { tenantDetailSearch } from '../list/list-search.ts';
import { useIsWaiting, useTenantPatch } from '../use-tenant-patch.ts';

const Dialog = lazyPart(() => import('../parts/delete-tenant-dialog.tsx').then((file) => file.DeleteTenantDialog));

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  marginTop: 'auto',
  paddingTop: 8,
  fontSize: 12,
  color: color.text3,
});

interface DeleteTenantProps {
  tenant: TenantDetail;
  /** Environment names by id. */
  names: ReadonlyMap<number, string>;
}

/** Deletes the tenant, at the bottom left of the page [TEN-31]. */
function DeleteTenant({ tenant, names }: DeleteTenantProps) {
  const [open, setOpen] = useState(false);
  const refusal = useRoleRefusal(deleteTenant, 'delete a tenant');
  return (
    <Line>
      <ActionButton
        variant="danger"
        icon={mdiTrashCanOutline}
        aria-haspopup="dialog"
        disabledReason={refusal}
        onClick={() => setOpen(true)}
      >
        Delete tenant
      </ActionButton>
      <span>Kept for 30 days and can be restored. Databases stay.</span>
      {open ? (
        <Suspense>
          <Dialog tenant={tenant} names={names} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Line>
  );
}

/** Default tab of a tenant: its services. */
export function TenantServicesPage() {
  const tenant = useTenant();
  const [{ commit }, set] = useUrlState(tenantDetailSearch);
  return (
    <ServicesTab
      tenant={tenant}
      onPatch={useTenantPatch(tenant)}
      isWaiting={useIsWaiting(tenant._id)}
      reviewed={commit}
      onReview={(config) => set({ commit: config ?? undefined }, true)}
    >
      {(names) => <DeleteTenant tenant={tenant} names={names} />}
    </ServicesTab>
  );
}
