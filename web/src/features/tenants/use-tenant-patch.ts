import { getTenant, updateTenant } from '@mission-control/contract/tenants/calls';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { queryOf } from '../../lib/api/query.ts';
import { reportRefusedChange } from '../../lib/toast/refused-change.ts';
import { toastServerErrors } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { patchEffect, type PatchEffect } from './patch-effect.ts';
import { cacheTenant, tenantVersion, expireTenantList } from '../../lib/tenant/tenant-cache.ts';
import { patchedTenant, switchesOf } from './tenant-patch.ts';

const patchKey = (id: number) => ['patchTenant', id] as const;

/**
 * Changes one field of the tenant. Sends the version on screen (optimistic locking), so that no change is overwritten unseen; a refusal is
 * reported and the tenant refetched. A change that members notice is reported with an undo.
 * @param report reports a stored change instead
 */
export function useTenantPatch(tenant: TenantDetail, report = reportEffect): (patch: TenantPatch) => void {
  const client = useQueryClient();
  const { _id: id } = tenant;
  const seen = () => client.getQueryData(queryOf(getTenant, { params: { id } }).queryKey)?.tenant ?? tenant;
  const { mutate } = useMutation({
    mutationKey: patchKey(id),
    // Sequential: two quick clicks arrive in order, the second with the version the first created.
    scope: { id: `tenant-${id}` },
    mutationFn: (patch: TenantPatch) =>
      api.send(updateTenant, { params: { id }, body: { ...patch, ...tenantVersion(client, id) } }),
    onMutate: (patch) => ({ seen: seen(), effect: patchEffect(seen(), patch), release: warnBeforeUnload(client, id) }),
    onSuccess: ({ tenant: after, error }, _sent, { effect }) => {
      cacheTenant(client, after);
      toastServerErrors(error);
      report(effect, () => effect && mutate(effect.undo));
    },
    onError: (error, _sent, before) => reportRefusedChange(client, error, before?.seen ?? seen()),
    onSettled: (_response, _error, _sent, before) => {
      before?.release();
      return expireTenantList(client);
    },
  });
  return mutate;
}

const patchOf = ({ state }: { state: { variables: unknown } }) => state.variables as TenantPatch;

/** The changes of a tenant that wait for an earlier one, such as a slow deployment, and are not sent yet. */
const waitingFor = (id: number) => ({
  mutationKey: patchKey(id),
  predicate: ({ state }: { state: { isPaused: boolean } }) => state.isPaused,
});

function reportEffect(effect: PatchEffect | null, undo: () => void): void {
  if (effect !== null) toast.warning(effect.text, { action: { label: 'Undo', onClick: undo } });
}

/** Has the browser ask before the tab closes while a change waits; returns the function that ends this. */
function warnBeforeUnload(client: QueryClient, id: number): () => void {
  const ask = (event: BeforeUnloadEvent) => client.isMutating(waitingFor(id)) > 0 && event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}

/** Whether a change of this field, or of a switch of a service, waits for an earlier change of the tenant, such as a slow deployment. */
export function useIsWaiting(id: number): (field: keyof TenantPatch, part?: 'cron' | 'maintenance') => boolean {
  const waiting = useMutationState({
    filters: { ...waitingFor(id), status: 'pending' },
    select: patchOf,
  });
  return (field, part) =>
    waiting.some((patch) => (part ? switchesOf(patch, field)?.[part] : patch[field]) !== undefined);
}

/** The tenant with pending changes applied; a rejected change is dropped. */
export function useOptimisticTenant(tenant: TenantDetail): TenantDetail {
  const underWay = useMutationState({
    filters: { mutationKey: patchKey(tenant._id), status: 'pending' },
    select: patchOf,
  });
  return underWay.reduce(patchedTenant, tenant);
}
