import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { mdiRestore } from '@mdi/js';
import { SERVICES } from '@mission-control/contract/catalogue';
import { restoreTenant } from '@mission-control/contract/tenants/calls';
import type { DeletedTenant } from '@mission-control/contract/tenants/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../../../lib/api/use-change.ts';
import { PurgeTime } from '../../../../lib/tenant/purge-time.tsx';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { ServiceStrip } from '../../../../ui/layout/service-strip.tsx';
import type { Column } from '../../../../ui/table/table-column.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import { DeploymentTag, RegionFlag } from './group-and-region.tsx';

/** Restores a deleted tenant; the server reports a name taken meanwhile. */
function RestoreButton({ tenant: { _id: id, tenant_name: name } }: { tenant: DeletedTenant }) {
  const navigate = useNavigate();
  const refusal = useRoleRefusal(restoreTenant, 'restore a tenant');
  const restore = useChange([TOPIC.tenants, TOPIC.roster, TOPIC.tenant(id)], restoreTenant, () => {
    const open = () => void navigate({ to: '/tenant/$id', params: { id: String(id) } });
    toast.success(`${name} restored`, { action: { label: 'Open', onClick: open } });
  });
  return (
    <ActionButton
      size="small"
      icon={mdiRestore}
      pending={restore.isPending}
      disabledReason={refusal}
      aria-label={`Restore ${name}`}
      onClick={() => restore.mutate({ params: { id } })}
    >
      Restore
    </ActionButton>
  );
}

const slots = ({ services }: DeletedTenant) =>
  SERVICES.map(({ letter, slug, displayName }) => ({
    letter,
    hue: slug,
    title: displayName,
    present: services.includes(slug),
  }));

/** A deleted tenant: details, who deleted it when, its remaining time, and a restore button. */
export const deletedColumns: readonly Column<DeletedTenant>[] = [
  {
    id: 'region',
    header: 'Region',
    width: 56,
    narrowWidth: 48,
    sticky: true,
    hideHeaderOnNarrow: true,
    sortValue: (row) => row.region,
    cell: (row) => <RegionFlag region={row.region} />,
  },
  {
    id: 'name',
    header: 'Name',
    width: 178,
    narrowWidth: 128,
    sticky: true,
    strong: true,
    sortValue: (row) => row.tenant_name,
    cell: (row) => <span title={row.tenant_name}>{row.tenant_name}</span>,
  },
  { id: 'account', header: 'Account', sortValue: (row) => row.account_name, cell: (row) => row.account_name },
  {
    id: 'services',
    header: 'Services',
    width: 204,
    sortValue: (row) => row.services.length,
    text: ({ services }) =>
      SERVICES.filter(({ slug }) => services.includes(slug))
        .map(({ displayName }) => displayName)
        .join(', '),
    cell: (row) => <ServiceStrip slots={slots(row)} />,
  },
  {
    id: 'deployment',
    header: 'Deployment',
    width: 84,
    sortValue: (row) => row.deployment_group,
    cell: (row) => <DeploymentTag group={row.deployment_group} />,
  },
  {
    id: 'deleted',
    header: 'Deleted',
    width: 168,
    sortValue: (row) => new Date(row.deleted_at),
    cell: (row) => (
      <>
        <RelativeTime at={row.deleted_at} /> by {row.deleted_by}
      </>
    ),
  },
  {
    id: 'kept',
    header: 'Kept',
    width: 136,
    sortValue: (row) => new Date(row.purge_at),
    cell: (row) => <PurgeTime at={row.purge_at} />,
  },
  { id: 'actions', header: 'Actions', width: 112, text: null, cell: (row) => <RestoreButton tenant={row} /> },
];
