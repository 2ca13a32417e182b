import type { NewTenant } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { invalidateTopics } from '../../lib/query.ts';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';
import { addTenant } from './queries-places.ts';

/**
 * Sends a new tenant and says how it went. `onAnswered` is called for every answer, refusals included (TLS-56); without any
 * answer the person keeps what was typed.
 */
export function useAddTenant(onAnswered: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mutation = useMutation({
    mutationFn: addTenant,
    onSuccess: ({ tenant, id }) => {
      const open = () => void navigate({ to: '/tenant/$id', params: { id: String(id) } });
      toast.success(`Successfully created tenant \`${tenant}\``, { action: { label: 'Open', onClick: open } });
      onAnswered();
      return invalidateTopics(client, ['tenants']);
    },
    onError: (error) => {
      toastError(error);
      if (!(error instanceof ApiError) || error.status > 0) onAnswered();
    },
  });
  const sending = useRef(false);
  return {
    pending: mutation.isPending,
    /** A second call while the first one runs does nothing. */
    send: (tenant: NewTenant) => {
      if (sending.current) return;
      sending.current = true;
      mutation.mutate(tenant, {
        onSettled: () => {
          sending.current = false;
        },
      });
    },
  };
}
