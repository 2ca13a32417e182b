import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog.tsx';
import { configuredServices } from '../tenant-services.ts';
import { useDeleteTenant } from '../use-delete-tenant.ts';

interface DeleteTenantDialogProps {
  tenant: TenantDetail;
  onClose: () => void;
}

/** Says what goes and what stays, and asks for the tenant's name [TEN-62, C-084]. */
export function DeleteTenantDialog({ tenant, onClose }: DeleteTenantDialogProps) {
  const deletion = useDeleteTenant(tenant);
  return (
    <TypedConfirmDialog
      open
      title={`Delete ${tenant.tenant_name}?`}
      goes={[whatGoes(tenant)]}
      stays={['The databases stay.', 'Restore is possible for 30 days; then it is gone for good.']}
      inputLabel="Type the tenant name below to confirm"
      expected={tenant.tenant_name}
      confirmLabel="Delete tenant"
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    />
  );
}

function whatGoes(tenant: TenantDetail): string {
  const services = configuredServices(tenant);
  const domains = services.flatMap(({ service }) => tenant.domains[service.slug] ?? []).length;
  const parts = [
    count(services.length, 'service', 'services'),
    services.length === 0 ? null : 'config',
    count(domains, 'domain', 'domains'),
    count(tenant.relations.length, 'relation', 'relations'),
  ].filter((part) => part !== null);
  if (parts.length === 0) return 'The tenant goes from the console.';
  return `The tenant goes from the console with its ${new Intl.ListFormat('en-GB').format(parts)}.`;
}

function count(number: number, one: string, many: string): string | null {
  return number === 0 ? null : `${number} ${number === 1 ? one : many}`;
}
