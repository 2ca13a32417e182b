import { SERVICES } from '@mission-control/contract/services/catalogue';
import type { DeletedTenant } from '@mission-control/contract/tenants/schema';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ServiceStrip } from '../../../ui/service-strip.tsx';
import type { Column } from '../../../ui/table-column.ts';
import { DeploymentTag } from './deployment-tag.tsx';
import { PurgeTime } from './purge-time.tsx';
import { RegionFlag } from './region-flag.tsx';
import { RestoreButton } from './restore-button.tsx';

const places = ({ services }: DeletedTenant) =>
  SERVICES.map(({ letter, slug, displayName }) => ({
    letter,
    hue: slug,
    title: displayName,
    present: services.includes(slug),
  }));

/** A deleted tenant: what it was, who deleted it when, how long it is kept, and the way back. */
export const deletedColumns: readonly Column<DeletedTenant>[] = [
  {
    id: 'region',
    header: 'Region',
    width: 64,
    narrowWidth: 48,
    sticky: true,
    hideHeaderOnNarrow: true,
    sortValue: (row) => row.region,
    cell: (row) => <RegionFlag region={row.region} />,
  },
  {
    id: 'name',
    header: 'Name',
    width: 210,
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
    width: 220,
    sortValue: (row) => row.services.length,
    cell: (row) => <ServiceStrip places={places(row)} />,
  },
  {
    id: 'deployment',
    header: 'Deployment',
    width: 100,
    sortValue: (row) => row.deployment_group,
    cell: (row) => <DeploymentTag group={row.deployment_group} />,
  },
  {
    id: 'deleted',
    header: 'Deleted',
    width: 190,
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
  { id: 'actions', header: 'Actions', width: 112, cell: (row) => <RestoreButton tenant={row} /> },
];
