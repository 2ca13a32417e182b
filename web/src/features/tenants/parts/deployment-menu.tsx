import { deploymentTag } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { useDeployment } from '../use-deployment.ts';
import { DeploymentTag } from './deployment-tag.tsx';

const GROUPS = ['dev', 'staging', 'production'];

/** The deployment group as a chip; a click on it offers the others, and asks before it deploys (C-069). */
export function DeploymentMenu({ tenant }: { tenant: TenantDetail }) {
  const { deployment_group: current, tenant_name } = tenant;
  const [open, setOpen] = useState(false);
  const [target, setTarget] = useState(current);
  const close = () => setOpen(false);
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
            <p>Closing this does not stop it: every server is being told, and a message says how it went.</p>
          </>
        ) : (
          <p>{effectOf(current, target)} Every server of the tenant is told at once.</p>
        )}
      </ConfirmDialog>
    </>
  );
}

function effectOf(current: string, target: string): string {
  if (current === target) return `The group is ${current} already; this deploys it once more.`;
  return current === ''
    ? `The tenant has no deployment group yet; it becomes ${target}.`
    : `The deployment group changes from ${current} to ${target}.`;
}
