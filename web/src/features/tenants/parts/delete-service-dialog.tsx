import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog.tsx';
import type { CatalogueService } from '../tenant-services.ts';
import { useDeleteService } from '../use-delete-service.ts';

interface DeleteServiceDialogProps {
  tenant: TenantDetail;
  service: CatalogueService;
  onClose: () => void;
}

/** Says what goes and what stays, and asks for the tenant's name [SVC-15]. */
export function DeleteServiceDialog({ tenant, service, onClose }: DeleteServiceDialogProps) {
  const deletion = useDeleteService(tenant, service);
  return (
    <TypedConfirmDialog
      open
      title={`Delete ${service.displayName} of ${tenant.tenant_name}?`}
      goes={whatGoes(tenant, service)}
      stays={whatStays(service)}
      inputLabel="Type the tenant name below to confirm"
      expected={tenant.tenant_name}
      confirmLabel="Delete service"
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

const configsOf = (service: CatalogueService) => CONFIG_KINDS.filter((kind) => kind.service === service.slug);

function whatGoes(tenant: TenantDetail, service: CatalogueService): string[] {
  const hosts = (tenant.domains[service.slug] ?? []).map(({ host }) => host);
  const names = new Intl.ListFormat('en-GB').format(hosts.slice(0, 3).concat(hosts.length > 3 ? ['more'] : []));
  const configs = new Intl.ListFormat('en-GB').format(configsOf(service).map(({ label }) => label));
  return [
    hosts.length === 0
      ? `${service.displayName} goes.`
      : `${service.displayName} goes; ${names} can be used by others.`,
    ...(configs === '' ? [] : [`The published ${configs} config is taken off the servers.`]),
  ];
}

function whatStays(service: CatalogueService): string[] {
  return [
    ...(configsOf(service).length === 0 ? [] : ['The saved settings and their history stay.']),
    ...(service.hasDatabase || service.slug === 'strive' ? ['The database stays on its server.'] : []),
    'It is kept for 30 days; Undo brings it back.',
  ];
}
