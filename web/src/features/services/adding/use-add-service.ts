import type { CallRequest, CallResponse } from '@mission-control/contract/call';
import { addService, listPlacements, restoreService } from '@mission-control/contract/services/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { invalidateTopics, queryOf } from '../../../lib/api/query.ts';
import { toastError, toastServerErrors } from '../../../lib/toast/toast-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { cacheTenant, expireTenantList } from '../../../lib/tenant/tenant-cache.ts';
import type { CatalogueService } from '../tenant-services.ts';

/** Restores the last deleted service of this kind and reports the result. */
export async function restoreAndReport(
  client: QueryClient,
  tenantId: number,
  service: CatalogueService,
): Promise<void> {
  try {
    const { tenant, error } = await api.send(restoreService, { params: { id: tenantId, service: service.slug } });
    cacheTenant(client, tenant);
    toast.success(`${service.displayName} restored`);
    toastServerErrors(error);
  } catch (error) {
    toastError(error);
  }
  await invalidateTopics(client, [TOPIC.tenants, TOPIC.roster, TOPIC.tenant(tenantId)]);
}

/** What adding each service that the tenant lacks would do. */
export const placementsOf = ({ _id: id }: TenantDetail) => queryOf(listPlacements, { params: { id } });

/** The proposal for a service, once known. */
export const proposalFor = (read: CallResponse<typeof listPlacements> | undefined, { slug }: CatalogueService) =>
  read?.placements.find((one) => one.service === slug);

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
