import { addService, restoreService } from '@mission-control/contract/services/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics, queryOf } from '../../lib/api/query.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { tenantsQuery } from './queries-list.ts';
import { cacheTenant, type AddServiceChoice } from './queries.ts';
import type { CatalogueService } from './tenant-services.ts';

/** Parts of a stored change that failed are reported one by one; servers send one text or a list (C-035). */
export function toastServerErrors(error: string | readonly string[] | undefined): void {
  for (const message of typeof error === 'string' ? [error] : (error ?? [])) toast.error(message);
}

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
  choice: AddServiceChoice;
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
    onSettled: () => client.invalidateQueries({ queryKey: tenantsQuery.queryKey, refetchType: 'none' }),
  });
}
