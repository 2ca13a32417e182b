import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { listDeletedServices, deleteService } from '@mission-control/contract/services/calls';
import { CONFIRM_NAME } from '@mission-control/contract/tenants/rules';
import { getTenant } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { reasonText } from '../../../lib/toast/toast-error.ts';
import { TypedConfirmDialog } from '../../../ui/dialog/typed-confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { cacheTenant, expireTenantList } from '../../../lib/tenant/tenant-cache.ts';
import type { CatalogueService } from '../tenant-services.ts';
import { restoreAndReport } from '../adding/use-add-service.ts';

/** Removes a service from the tenant and reports the result with a way to restore it [SVC-16, SVC-17]. */
function useDeleteService(tenant: TenantDetail, service: CatalogueService) {
  const client = useQueryClient();
  const failed = (detail?: string) => toast.error(`${service.displayName} service could not be deleted`, { detail });
  return useMutation({
    mutationFn: () =>
      api.send(
        deleteService,
        { params: { id: tenant._id, service: service.slug } },
        { headers: { [CONFIRM_NAME]: encodeURIComponent(tenant.tenant_name) } },
      ),
    onSuccess: (answer) => {
      cacheTenant(client, answer.tenant);
      if (!answer.status) return failed();
      toast.success(`${service.displayName} service deleted`, {
        action: { label: 'Undo', onClick: () => void restoreAndReport(client, tenant._id, service) },
      });
    },
    onError: async (error) => {
      // A missing role has already been reported.
      if (!error.announced) failed(reasonText(error));
      await client.invalidateQueries({ queryKey: queryOf(getTenant, { params: { id: tenant._id } }).queryKey });
    },
    onSettled: () => {
      void client.invalidateQueries({
        queryKey: queryOf(listDeletedServices, { params: { id: tenant._id } }).queryKey,
      });
      return expireTenantList(client);
    },
  });
}

interface DeleteServiceDialogProps {
  tenant: TenantDetail;
  service: CatalogueService;
  onClose: () => void;
}

/** States what is removed and what is kept, and requires the tenant's name [SVC-15]. */
export function DeleteServiceDialog({ tenant, service, onClose }: DeleteServiceDialogProps) {
  const deletion = useDeleteService(tenant, service);
  return (
    <TypedConfirmDialog
      open
      title={`Delete ${service.displayName} of ${tenant.tenant_name}?`}
      removed={deletionEffects(tenant, service)}
      kept={whatStays(service)}
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

function deletionEffects(tenant: TenantDetail, service: CatalogueService): string[] {
  const hosts = (tenant.domains[service.slug] ?? []).map(({ host }) => host);
  const names = new Intl.ListFormat('en-GB').format(hosts.slice(0, 3).concat(hosts.length > 3 ? ['more'] : []));
  const configs = new Intl.ListFormat('en-GB').format(configsOf(service).map(({ label }) => label));
  return [
    hosts.length === 0
      ? `${service.displayName} is removed.`
      : `${service.displayName} is removed; others can use ${names}.`,
    ...(configs === '' ? [] : [`The published ${configs} config is removed from the servers.`]),
  ];
}

function whatStays(service: CatalogueService): string[] {
  return [
    ...(configsOf(service).length === 0 ? [] : ['The saved settings and their history stay.']),
    ...(service.hasDatabase || service.slug === 'strive' ? ['The database stays on its server.'] : []),
    'It is kept for 30 days; Undo brings it back.',
  ];
}
