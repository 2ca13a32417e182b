import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../lib/toast-error.ts';
import { keepTenant, tenantVersion } from './kept-tenant.ts';
import { tenantsQuery } from './queries-list.ts';
import { patchTenant, tenantQuery } from './queries.ts';
import { patchedTenant } from './tenant-patch.ts';
import { toastSaid } from './toast-said.ts';

const patchKey = (id: number) => ['patchTenant', id] as const;

/**
 * Changes one thing of the tenant. It is sent with the version that is on the screen, so that nobody's change is lost unseen; a
 * refusal is told and the tenant is read again.
 */
export function useTenantPatch(id: number): (patch: TenantPatch) => void {
  const client = useQueryClient();
  const { queryKey } = tenantQuery(id);
  const { mutate } = useMutation({
    mutationKey: patchKey(id),
    // One after the other: two quick clicks arrive in their order, the second with the version that the first one made.
    scope: { id: `tenant-${id}` },
    mutationFn: (patch: TenantPatch) => patchTenant(id, { ...patch, ...tenantVersion(client, id) }),
    onSuccess: ({ tenant, error }) => {
      keepTenant(client, tenant);
      toastSaid(error);
    },
    onError: async (error) => {
      toastError(error);
      await client.invalidateQueries({ queryKey });
    },
    onSettled: () => client.invalidateQueries({ queryKey: tenantsQuery.queryKey, refetchType: 'none' }),
  });
  return mutate;
}

/** The tenant as it will be once the changes under way are through; without them, also when one is refused, as it is. */
export function useTenantToCome(tenant: TenantDetail): TenantDetail {
  const underWay = useMutationState({
    filters: { mutationKey: patchKey(tenant._id), status: 'pending' },
    select: ({ state }) => state.variables as TenantPatch,
  });
  return underWay.reduce(patchedTenant, tenant);
}
