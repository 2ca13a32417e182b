import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../lib/toast-error.ts';
import { patchTenant, tenantQuery, tenantsQuery } from './queries.ts';
import { patchedTenant } from './tenant-patch.ts';

/** Changes one thing of the tenant: shown at once, taken back with a toast when the server says no. */
export function useTenantPatch(id: number): (patch: TenantPatch) => void {
  const client = useQueryClient();
  const { queryKey } = tenantQuery(id);
  const { mutate } = useMutation({
    // One after the other, so that two quick clicks arrive in their order.
    scope: { id: `tenant-${id}` },
    mutationFn: (patch: TenantPatch) => patchTenant(id, patch),
    onMutate: async (patch) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { tenant: patchedTenant(before.tenant, patch) });
      return { before };
    },
    onSuccess: ({ tenant }: { tenant: TenantDetail }) => client.setQueryData(queryKey, { tenant }),
    onError: (error, _patch, kept) => {
      if (kept?.before) client.setQueryData(queryKey, kept.before);
      void client.invalidateQueries({ queryKey });
      toastError(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: tenantsQuery.queryKey, refetchType: 'none' }),
  });
  return mutate;
}
