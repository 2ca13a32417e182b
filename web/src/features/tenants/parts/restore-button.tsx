import { mdiRestore } from '@mdi/js';
import type { DeletedTenant } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { invalidateTopics } from '../../../lib/query.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { restoreTenant } from '../queries-deleted.ts';

/** Brings a deleted tenant back; a name that is taken meanwhile is said by the server. */
export function RestoreButton({ tenant }: { tenant: DeletedTenant }) {
  const { _id: id, tenant_name: name } = tenant;
  const client = useQueryClient();
  const navigate = useNavigate();
  const restore = useMutation({
    mutationFn: () => restoreTenant(id),
    onSuccess: () => {
      const open = () => void navigate({ to: '/tenant/$id', params: { id: String(id) } });
      toast.success(`${name} restored`, { action: { label: 'Open', onClick: open } });
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, ['tenants', `tenant:${id}`]),
  });
  return (
    <ActionButton
      size="small"
      icon={mdiRestore}
      pending={restore.isPending}
      aria-label={`Restore ${name}`}
      onClick={() => restore.mutate()}
    >
      Restore
    </ActionButton>
  );
}
