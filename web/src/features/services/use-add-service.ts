import type { CallRequest } from '@mission-control/contract/call';
import { addService, restoreService } from '@mission-control/contract/services/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics, queryOf } from '../../lib/api/query.ts';
import { toastError, toastServerErrors } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { cacheTenant, expireTenantList } from '../../lib/tenant/tenant-cache.ts';
import type { CatalogueService } from './tenant-services.ts';

/** Restores the last deleted service of this kind and reports the result. */
export async function restoreAndTell(client: QueryClient, tenantId: number, service: CatalogueService): Promise<void> {
  try {
    const { tenant, error } = await api.send(restoreService, { params: { id: tenantId, service: service.slug } });
    cacheTenant(client, tenant);
    toast.success(`${service.displayName} restored`);
    toastServerErrors(error);
  } catch (error) {
    toastError(error);
  }
  await invalidateTopics(client, [TOPIC.tenants, TOPIC.tenant(tenantId)]);
}

interface Addition {
  service: CatalogueService;
  /** The request's fields besides its type. */
  choice: Omit<CallRequest<typeof addService>['body'], 'initialize'>;
}

/** Adds a service to the tenant and reports the result [SVC-03, SVC-04]. */
export function useAddService(tenantId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ service, choice }: Addition) =>
      api.send(addService, { params: { id: tenantId, service: service.slug }, body: { initialize: true, ...choice } }),
    onSuccess: ({ tenant, error }, { service }) => {
      cacheTenant(client, tenant);
      toast.success(`${service.displayName} added`);
      toastServerErrors(error);
    },
    onError: async (error) => {
      toastError(error);
      await client.invalidateQueries({ queryKey: queryOf(getTenant, { params: { id: tenantId } }).queryKey });
    },
    onSettled: () => expireTenantList(client),
  });
}
