import { SERVICES } from '@mission-control/contract/catalogue';
import { bridgeLabel, deploymentTag, membersLabel } from '@mission-control/contract/tenants/rules';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { Link } from '../../../../ui/action/link.tsx';
import { Mono } from '../../../../ui/display/mono.tsx';
import { StatusChip } from '../../../../ui/display/status-chip.tsx';
import { ServiceStrip } from '../../../../ui/layout/service-strip.tsx';
import type { Column } from '../../../../ui/table/table-column.ts';
import { styled } from '../../../../ui/theme/styled.ts';
import { AttentionMark, FirstReason } from '../../../attention/public.tsx';
import { canHide } from '../../list/list-columns.ts';
import type { ListedTenant } from '../../list/list-rows.ts';
import { DeploymentTag, RegionFlag } from './group-and-region.tsx';
import { RunningVersion } from '../../../../lib/tenant/running-version.tsx';
import { LicenceChip } from '../../../../lib/tenant/licence-chip.tsx';

const mono = (text: string | null) => (
  <Mono small title={text ?? undefined}>
    {text}
  </Mono>
);

/** A name on up to two lines; in full on hover. */
const TwoLines = styled('span')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  whiteSpace: 'normal',
  lineHeight: '16px',
  overflowWrap: 'anywhere',
});

/** Holds the attention mark, which cannot follow the name: the name must remain the only text of its cell. */
const Marks = styled('span')({ display: 'flex', alignItems: 'center', gap: 4 });

const slots = (row: TenantRow) =>
  SERVICES.map(({ letter, slug, displayName, listFlag }) => ({
    letter,
    hue: slug,
    title: displayName,
    present: row[listFlag],
  }));

/** Millions are drawn smaller: a clipped number would read as a different one. */
function Members({ total }: { total: number | null }) {
  const text = membersLabel(total);
  const many = total !== null && total >= 1_000_000;
  return many ? (
    <span title={text} style={{ fontSize: 11, letterSpacing: '-.02em' }}>
      {text}
    </span>
  ) : (
    text
  );
}

/** The thirteen columns in the order of the documents [TLS-22], sized for a 1440 px screen. The rows arrive sorted. */
export const tenantColumns: readonly Column<ListedTenant>[] = [
  {
    id: 'region',
    header: 'Region',
    text: ({ row }) => row.region,
    width: 58,
    narrowWidth: 48,
    sticky: true,
    hideHeaderOnNarrow: true,
    sortable: true,
    cell: ({ row }) => (
      <Marks>
        <RegionFlag region={row.region} />
        <AttentionMark tenant={row._id} />
      </Marks>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    text: ({ row }) => row.tenant_name,
    width: 158,
    narrowWidth: 128,
    sticky: true,
    strong: true,
    sortable: true,
    cell: ({ row }) => (
      <TwoLines title={row.tenant_name}>
        <Link variant="plain" href={pathTo('/tenant/$id', { id: row._id })}>
          {row.tenant_name}
        </Link>
      </TwoLines>
    ),
  },
  {
    id: 'account',
    header: 'Account',
    text: ({ row }) => row.account_name,
    width: 94,
    sortable: true,
    cell: ({ row }) => <TwoLines title={row.account_name}>{row.account_name}</TwoLines>,
  },
  {
    id: 'active',
    header: 'Active',
    text: ({ active }) => active,
    width: 48,
    sortable: true,
    cell: ({ active }) =>
      active ? (
        <StatusChip meaning="good" variant="quiet" label="Active" />
      ) : (
        <StatusChip meaning="off" variant="quiet" label="Inactive" />
      ),
  },
  {
    id: 'services',
    header: 'Services',
    text: ({ row }) =>
      SERVICES.filter((service) => row[service.listFlag])
        .map(({ displayName }) => displayName)
        .join(', '),
    width: 210,
    sortable: true,
    cell: ({ row }) => <ServiceStrip slots={slots(row)} />,
  },
  {
    id: 'deployment',
    header: 'Deployment',
    text: ({ row }) => deploymentTag(row.deployment_group)?.text,
    width: 78,
    sortable: true,
    cell: ({ row }) => <DeploymentTag group={row.deployment_group} />,
  },
  {
    id: 'version',
    header: 'CoursePro Version',
    text: ({ row }) => row.coursepro_version,
    width: 82,
    sortable: true,
    cell: ({ row }) => <RunningVersion runs={row.coursepro_version} wanted={row.wanted_version} />,
  },
  {
    id: 'dbVersion',
    header: 'DB Version',
    text: ({ row }) => row.db_version,
    width: 56,
    sortable: true,
    cell: ({ row }) => mono(row.db_version),
  },
  {
    id: 'dbHost',
    header: 'DB Host Label',
    text: ({ row }) => row.coursepro_db_host_label,
    width: 103,
    sortable: true,
    cell: ({ row }) => mono(row.coursepro_db_host_label),
  },
  { id: 'bridge', header: 'Bridge', width: 84, sortable: true, cell: ({ row }) => bridgeLabel(row.coursepro_bridge) },
  {
    id: 'licence',
    header: 'Licence',
    text: ({ row }) => row.licence_expires,
    width: 132,
    sortable: true,
    cell: ({ expiry }) => <LicenceChip expiry={expiry} variant="quiet" />,
  },
  {
    id: 'members',
    header: 'Members',
    text: ({ row }) => row.total_members,
    width: 68,
    align: 'right',
    sortable: true,
    cell: ({ row }) => <Members total={row.total_members} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    text: null,
    width: 58,
    cell: ({ row }) => (
      <Link href={pathTo('/tenant/$id', { id: row._id })} aria-label={`View ${row.tenant_name}`}>
        View
      </Link>
    ),
  },
];

/** After the name, while the list is narrowed to tenants that need attention. */
const attentionColumn: Column<ListedTenant> = {
  id: 'attention',
  header: 'Attention',
  width: 260,
  sortable: true,
  text: ({ attention }) => attention.map(({ text }) => text).join('; '),
  cell: ({ attention }) => <FirstReason reasons={attention} />,
};

export const columnsWithAttention: readonly Column<ListedTenant>[] = tenantColumns.flatMap((column) =>
  column.id === 'name' ? [column, attentionColumn] : [column],
);

/** Columns that can be hidden and moved. */
export const movableColumns = tenantColumns.flatMap(({ id, header, width }) =>
  canHide(id) && typeof header === 'string' ? [{ id, header, width }] : [],
);
