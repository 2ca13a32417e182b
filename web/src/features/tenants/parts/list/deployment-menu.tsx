import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { getTenant, updateTenant } from '@mission-control/contract/tenants/calls';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../../lib/api/query.ts';
import { toastError, toastServerErrors } from '../../../../lib/toast/toast-error.ts';
import { MenuButton } from '../../../../ui/action/menu-button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import { cacheTenant, tenantVersion, expireTenantList } from '../../../../lib/tenant/tenant-cache.ts';
import { api } from '../../../../lib/api/api.ts';
import { DeploymentTag } from './group-and-region.tsx';

/** All servers of the tenant are notified, and each may be slow. */
const TIMEOUT_MS = 120_000;

/** Moves the tenant to another deployment group and reports the result [TEN-67]. */
function useDeployment(id: number, onDone: () => void) {
  const client = useQueryClient();
  const { queryKey } = queryOf(getTenant, { params: { id } });
  return useMutation({
    scope: { id: `tenant-${id}` },
    mutationFn: (group: string) =>
      api.send(
        updateTenant,
        { params: { id }, body: { deployment_group: group, ...tenantVersion(client, id) } },
        { timeoutMs: TIMEOUT_MS },
      ),
    onSuccess: ({ tenant, deployed, deployment_group, error = [] }, group) => {
      cacheTenant(client, tenant);
      toastServerErrors(error);
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
      return expireTenantList(client);
    },
  });
}

const GROUPS = ['dev', 'staging', 'production'];

/** The deployment group as a chip with a menu of the others; asks before a deploy (C-069). */
export function DeploymentMenu({ tenant }: { tenant: TenantDetail }) {
  const { deployment_group: current, tenant_name } = tenant;
  const [open, setOpen] = useState(false);
  const [target, setTarget] = useState(current);
  const close = () => setOpen(false);
  const disabledReason = useRoleRefusal(updateTenant, 'change the deployment group');
  const deployment = useDeployment(tenant._id, close);
  const tag = deploymentTag(current);
  const groups = current === '' || GROUPS.includes(current) ? GROUPS : [...GROUPS, current];
  return (
    <>
      <MenuButton
        tag={tag?.tone ?? 'other'}
        label={tag?.text ?? 'No group'}
        menuLabel="Deployment group"
        pending={deployment.isPending}
        disabledReason={disabledReason}
        items={groups.map((group) => ({
          id: group,
          label: group,
          mark: <DeploymentTag group={group} />,
          selected: group === current,
          onSelect: () => {
            setTarget(group);
            setOpen(true);
          },
        }))}
      />
      <ConfirmDialog
        open={open}
        title={`Deploy ${tenant_name} to ${target}?`}
        confirmLabel="Deploy"
        pending={deployment.isPending}
        cancelLabel={deployment.isPending ? 'Close' : 'Cancel'}
        onConfirm={() => deployment.mutate(target)}
        onClose={close}
      >
        {deployment.isPending ? (
          <>
            <p role="status">deploying.....</p>
            <p>Closing this does not stop it: every server is being notified, and a message reports the result.</p>
          </>
        ) : (
          <p>{effectOf(current, target)} Every server of the tenant is notified at once.</p>
        )}
      </ConfirmDialog>
    </>
  );
}

function effectOf(current: string, target: string): string {
  if (current === target) return `The group is already ${current}; this deploys it again.`;
  return current === ''
    ? `The tenant has no deployment group yet; it becomes ${target}.`
    : `The deployment group changes from ${current} to ${target}.`;
}
