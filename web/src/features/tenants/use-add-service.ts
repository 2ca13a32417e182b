import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';
import { keepTenant } from './kept-tenant.ts';
import { tenantsQuery } from './queries-list.ts';
import { tenantQuery } from './queries.ts';
import { addService, type AddServiceChoice } from './queries-services.ts';
import type { CatalogueService } from './tenant-services.ts';
import { toastSaid } from './toast-said.ts';

interface Addition {
  service: CatalogueService;
  choice: AddServiceChoice;
}

/** Adds a service to the tenant and says how it went [SVC-03, SVC-04]. */
export function useAddService(tenantId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ service, choice }: Addition) => addService(tenantId, service.slug, choice),
    onSuccess: ({ tenant, error }, { service }) => {
      keepTenant(client, tenant);
      toast.success(`${service.displayName} added`);
      toastSaid(error);
    },
    onError: async (error) => {
      toastError(error);
      await client.invalidateQueries({ queryKey: tenantQuery(tenantId).queryKey });
    },
    onSettled: () => client.invalidateQueries({ queryKey: tenantsQuery.queryKey, refetchType: 'none' }),
  });
}
