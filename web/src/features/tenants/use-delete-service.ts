import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-error.ts';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';
import { keepTenant } from './kept-tenant.ts';
import { tenantsQuery } from './queries-list.ts';
import { tenantQuery } from './queries.ts';
import { deleteService, restoreService } from './queries-services.ts';
import type { CatalogueService } from './tenant-services.ts';
import { toastSaid } from './toast-said.ts';

/** Takes a service from the tenant and says how it went; the message offers the way back [SVC-16, SVC-17]. */
export function useDeleteService(tenant: TenantDetail, service: CatalogueService) {
  const client = useQueryClient();
  const failed = (detail?: string) => toast.error(`${service.displayName} service could not be deleted`, { detail });
  const restore = async () => {
    try {
      const { tenant: restored, error } = await restoreService(tenant._id, service.slug);
      keepTenant(client, restored);
      toast.success(`${service.displayName} restored`);
      toastSaid(error);
    } catch (error) {
      toastError(error);
    }
  };
  return useMutation({
    mutationFn: () => deleteService(tenant._id, service.slug),
    onSuccess: (answer) => {
      keepTenant(client, answer.tenant);
      if (!answer.status) return failed();
      toast.success(`${service.displayName} service deleted`, {
        action: { label: 'Undo', onClick: () => void restore() },
      });
    },
    onError: async (error) => {
      // A role that may not do this has been told so already.
      if (!error.announced) failed(whyOf(error));
      await client.invalidateQueries({ queryKey: tenantQuery(tenant._id).queryKey });
    },
    onSettled: () => client.invalidateQueries({ queryKey: tenantsQuery.queryKey, refetchType: 'none' }),
  });
}

function whyOf(error: ApiError): string {
  return error.requestId === null ? error.message : `${error.message} req ${error.requestId}`;
}
