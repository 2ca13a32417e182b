import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';
import { keepTenant, tenantVersion } from './kept-tenant.ts';
import { tenantsQuery } from './queries-list.ts';
import { patchTenant, tenantQuery } from './queries.ts';
import { toastSaid } from './toast-said.ts';

/** All servers of the tenant are told, each of which may take its time. */
const TIMEOUT_MS = 120_000;

/** Moves the tenant to another deployment group and says how it went [TEN-67]. */
export function useDeployment(id: number, onDone: () => void) {
  const client = useQueryClient();
  const { queryKey } = tenantQuery(id);
  return useMutation({
    scope: { id: `tenant-${id}` },
    mutationFn: (group: string) =>
      patchTenant(id, { deployment_group: group, ...tenantVersion(client, id) }, { timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ tenant, deployed, deployment_group, error = [] }, group) => {
      keepTenant(client, tenant);
      toastSaid(error);
      const target = deployment_group ?? group;
      if (deployed) toast.success(`Deployed to ${target}`);
      else if (error.length === 0) toast.warning(`The group is ${target}, but not every server follows it yet.`);
    },
    onError: async (error) => {
      toastError(error);
      await client.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      onDone();
      return client.invalidateQueries({ queryKey: tenantsQuery.queryKey, refetchType: 'none' });
    },
  });
}
