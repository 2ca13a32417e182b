import { mdiSync } from '@mdi/js';
import { CENTRES_SYNCED, centreSyncFailed } from '@mission-control/contract/services/centre-sync';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation } from '@tanstack/react-query';
import { toastError } from '../../../lib/toast-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { styled } from '../../../ui/styled.ts';
import { toast } from '../../../ui/toast.ts';
import { narrow } from '../../../ui/tokens.ts';
import { syncCentres } from '../queries-services.ts';

/** At the end of the foot; on a phone in a row of its own. */
const AtEnd = styled('div')({
  display: 'grid',
  marginLeft: 'auto',
  [narrow]: { marginLeft: 0, gridColumn: '1 / -1' },
});

/** Hands centres and languages of CoursePro to Strive, for a tenant that has both [TEN-45, TEN-71, TEN-72]. */
export function SyncCentresButton({ tenant }: { tenant: TenantDetail }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => syncCentres(tenant._id),
    onSuccess: ({ ok, message }) => {
      if (ok) toast.success(CENTRES_SYNCED);
      else toast.error(centreSyncFailed(message));
    },
    onError: (error) => toastError(error),
  });
  if (!tenant.coursepro_tenant || !tenant.strive_tenant) return null;
  return (
    <AtEnd>
      <ActionButton icon={mdiSync} pending={isPending} onClick={() => mutate()}>
        Sync Centres and Languages
      </ActionButton>
    </AtEnd>
  );
}
