import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { keepTenant } from './kept-tenant.ts';
import { tenantsQuery } from './queries-list.ts';
import { tenantQuery } from './queries.ts';
import { deletedServicesQuery, deleteService } from './queries-services.ts';
import { restoreAndTell } from './restore-service.ts';
import type { CatalogueService } from './tenant-services.ts';

/** Takes a service from the tenant and says how it went; the message offers the way back [SVC-16, SVC-17]. */
export function useDeleteService(tenant: TenantDetail, service: CatalogueService) {
  const client = useQueryClient();
  const failed = (detail?: string) => toast.error(`${service.displayName} service could not be deleted`, { detail });
  return useMutation({
    mutationFn: () => deleteService(tenant._id, service.slug),
    onSuccess: (answer) => {
      keepTenant(client, answer.tenant);
      if (!answer.status) return failed();
      toast.success(`${service.displayName} service deleted`, {
        action: { label: 'Undo', onClick: () => void restoreAndTell(client, tenant._id, service) },
      });
    },
    onError: async (error) => {
      // A role that may not do this has been told so already.
      if (!error.announced) failed(whyOf(error));
      await client.invalidateQueries({ queryKey: tenantQuery(tenant._id).queryKey });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: deletedServicesQuery(tenant._id).queryKey });
      return client.invalidateQueries({ queryKey: tenantsQuery.queryKey, refetchType: 'none' });
    },
  });
}

function whyOf(error: ApiError): string {
  return error.requestId === null ? error.message : `${error.message} req ${error.requestId}`;
}
