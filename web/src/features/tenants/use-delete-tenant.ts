import { deleteTenant, restoreTenant } from '@mission-control/contract/tenants/calls';
import { CONFIRM_NAME } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics } from '../../lib/api/query.ts';
import { reasonText, toastError } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';

const deleteKey = (id: number) => ['deleteTenant', id] as const;

/** Whether this page is deleting the tenant: its absence is then expected. */
export function useIsDeleting(id: number): boolean {
  return useIsMutating({ mutationKey: deleteKey(id) }) > 0;
}

/** Deletes the tenant, then shows the list (C-085); the message offers an undo [TEN-63, TEN-64]. */
export function useDeleteTenant({ _id: id, tenant_name: name }: TenantDetail) {
  const client = useQueryClient();
  const router = useRouter();
  const reread = () => invalidateTopics(client, [TOPIC.tenants, TOPIC.roster, TOPIC.tenant(id)]);
  const failed = (detail?: string) => toast.error(`${name} could not be deleted`, { detail });
  const restore = async () => {
    try {
      await api.send(restoreTenant, { params: { id } });
      toast.success(`${name} restored`);
      await reread();
    } catch (error) {
      toastError(error);
    }
  };
  const leave = async () => {
    // The user may have moved on meanwhile.
    if (`${router.latestLocation.pathname}/`.startsWith(`/tenant/${id}/`)) await router.navigate({ to: '/tenant' });
    await reread();
  };
  return useMutation({
    mutationKey: deleteKey(id),
    mutationFn: () =>
      api.send(deleteTenant, { params: { id } }, { headers: { [CONFIRM_NAME]: encodeURIComponent(name) } }),
    onSuccess: ({ status }) => {
      if (!status) return failed();
      toast.success(`${name} deleted`, { action: { label: 'Undo', onClick: () => void restore() } });
      return leave();
    },
    onError: (error) => {
      if (error.code === 'not_found') {
        // Perhaps by somebody else, whose deletion is not undone here.
        toast.info(`${name} is already deleted.`);
        return leave();
      }
      // A missing role has already been reported.
      return error.announced ? undefined : failed(reasonText(error));
    },
  });
}
