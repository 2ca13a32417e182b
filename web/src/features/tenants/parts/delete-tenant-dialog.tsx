import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { TypedConfirmDialog } from '../../../ui/dialog/typed-confirm-dialog.tsx';
import { deletionEffects } from '../deletion-effects.ts';
import { useDeleteTenant } from '../use-delete-tenant.ts';

interface DeleteTenantDialogProps {
  tenant: TenantDetail;
  /** Environment names by id. */
  names: ReadonlyMap<number, string>;
  onClose: () => void;
}

/** States what is removed and what is kept, and requires the tenant's name [TEN-62, C-084]. */
export function DeleteTenantDialog({ tenant, names, onClose }: DeleteTenantDialogProps) {
  const deletion = useDeleteTenant(tenant);
  return (
    <TypedConfirmDialog
      open
      title={`Delete ${tenant.tenant_name}?`}
      removed={deletionEffects(tenant, names)}
      kept={['The databases stay.', 'Restore is possible for 30 days; then it is gone for good.']}
      inputLabel="Type the tenant name below to confirm"
      expected={tenant.tenant_name}
      confirmLabel="Delete tenant"
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    />
  );
}
