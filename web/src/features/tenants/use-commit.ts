import type { ConfigKind } from '@mission-control/contract/config/kinds';
import { publishedDetail } from '@mission-control/contract/config/publish-words';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';
import { publishConfig } from './queries.ts';

/** Publishes a config and says how it went [TEN-78, C-080]; afterwards the Commit button goes by itself. */
export function useCommit(
  tenant: Pick<TenantDetail, '_id' | 'tenant_name'>,
  kind: Pick<ConfigKind, 'slug' | 'label'>,
  onDone: () => void,
) {
  const { _id: tenantId } = tenant;
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => publishConfig(tenantId, kind.slug),
    onSuccess: ({ servers }) => {
      const detail = publishedDetail(kind, tenant.tenant_name, servers);
      toast.success('Config successfully exported', { detail });
      onDone();
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, [`tenant:${tenantId}`, `config:${tenantId}:${kind.slug}`]),
  });
}
