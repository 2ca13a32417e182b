import { deleteTenant } from '@mission-control/contract/tenants/calls';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { mdiTrashCanOutline } from '@mdi/js';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
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
  const { commit } = tenantDetailSearch(useSearch({ strict: false }));
  const router = useRouter();
  const [{ pathname }] = useState(router.latestLocation);
  const review = (config: ConfigKindSlug | null) => {
    const { latestLocation: now } = router;
    const isShown = now.pathname === pathname && tenantDetailSearch(now.search).commit === commit;
    // A commit closes its panel when it ends, perhaps after the user has moved on to another panel or page.
    if (config === null && !isShown) return;
    void router.navigate({
      to: '/tenant/$id',
      params: { id: String(tenant._id) },
      search: config === null ? {} : { commit: config },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <ServicesTab
      tenant={tenant}
      onPatch={useTenantPatch(tenant)}
      isWaiting={useIsWaiting(tenant._id)}
      reviewed={commit}
      onReview={review}
    >
      {(names) => <DeleteTenant tenant={tenant} names={names} />}
    </ServicesTab>
  );
}
