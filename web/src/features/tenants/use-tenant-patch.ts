import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { tellRefusedChange } from '../../lib/refused-change.ts';
import { toast } from '../../ui/toast.ts';
import { keepTenant, tenantVersion } from './kept-tenant.ts';
import { patchEffect } from './patch-effect.ts';
import { tenantsQuery } from './queries-list.ts';
import { patchTenant, tenantQuery } from './queries.ts';
import { patchedTenant } from './tenant-patch.ts';
import { toastSaid } from './toast-said.ts';

const patchKey = (id: number) => ['patchTenant', id] as const;

/**
 * Changes one thing of the tenant. It is sent with the version that is on the screen, so that nobody's change is lost unseen; a
 * refusal is told and the tenant is read again. What the tenant's members notice is told with a way back.
 */
export function useTenantPatch(tenant: TenantDetail): (patch: TenantPatch) => void {
  const client = useQueryClient();
  const { _id: id } = tenant;
  const seen = () => client.getQueryData(tenantQuery(id).queryKey)?.tenant ?? tenant;
  const { mutate } = useMutation({
    mutationKey: patchKey(id),
    // One after the other: two quick clicks arrive in their order, the second with the version that the first one made.
    scope: { id: `tenant-${id}` },
    mutationFn: (patch: TenantPatch) => patchTenant(id, { ...patch, ...tenantVersion(client, id) }),
    onMutate: (patch) => ({ seen: seen(), effect: patchEffect(seen(), patch) }),
    onSuccess: ({ tenant: after, error }, _patch, { effect }) => {
      keepTenant(client, after);
      toastSaid(error);
      if (effect === null) return;
      toast.warning(effect.text, { action: { label: 'Undo', onClick: () => mutate(effect.undo) } });
    },
    onError: (error, _patch, sent) => tellRefusedChange(client, error, sent?.seen ?? seen()),
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
