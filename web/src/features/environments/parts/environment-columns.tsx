import { mdiServerNetworkOutline } from '@mdi/js';
import type { EnvironmentDetailRow } from '@mission-control/contract/environments/calls';
import { regionFlag, envKind, envKindTone } from '@mission-control/contract/environments/rules';
import { countText } from '@mission-control/contract/numbers';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Flag } from '../../../ui/display/flag.tsx';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { Tag } from '../../../ui/display/tag.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { chartColor, color, ellipsis, narrow } from '../../../ui/theme/tokens.ts';

const Root = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& > a': ellipsis,
  '& > small': { fontSize: 12, fontWeight: 400, color: color.text3, whiteSpace: 'nowrap' },
  '& > small > a:hover': { textDecoration: 'underline' },
  [narrow]: {
    flexWrap: 'wrap',
    gap: '2px 6px',
    padding: '6px 0',
    '& > a': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  },
});

/** Name with a link to the tenants of the environment, kind, and number of tenants. */
function EnvironmentCell({ row }: { row: EnvironmentDetailRow }) {
  const kind = envKind(row.environment_name);
  return (
    <Root>
      <Link href={pathTo('/tenant', null, { environment: row._id })} title={row.environment_name}>
        {row.environment_name}
      </Link>
      <IconButton
        icon={mdiServerNetworkOutline}
        label={`Servers and tenants of ${row.environment_name}`}
        size={20}
        href={pathTo('/environment/$id', { id: row._id })}
      />
      {kind === 'unknown' ? null : (
        <Tag tone={envKindTone(kind)} lower>
          {kind}
        </Tag>
      )}
      <small title={`${countText(row.tenant_count, 'tenant')} on ${countText(row.server_count, 'server')}`}>
        {row.tenant_count === 0 ? (
          countText(0, 'tenant')
        ) : (
          // The number counts inactive tenants, too.
          <Link variant="plain" href={pathTo('/tenant', null, { environment: row._id, inactive: true })}>
            {countText(row.tenant_count, 'tenant')}
          </Link>
        )}
      </small>
    </Root>
  );
}

/** From the name of the group; neutral for any other name (C-064). */
type GroupHue = 'blue' | 'green' | 'neutral';

export function groupHue(name: string): GroupHue {
  const lower = name.toLowerCase();
  if (lower.includes('blue')) return 'blue';
  return lower.includes('green') ? 'green' : 'neutral';
}

const hues: Record<GroupHue, string> = { blue: chartColor[0], green: chartColor[3], neutral: color.text2 };

const Chip = styled('span', ['hue'])<{ hue: GroupHue }>(({ hue }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: 6,
  height: 20,
  padding: '0 8px',
  borderRadius: 10,
  background: `color-mix(in srgb, ${hues[hue]} 14%, ${color.surface})`,
  color: hues[hue],
  fontSize: 11.5,
  lineHeight: '16px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '&::before': { content: '""', width: 6, height: 6, borderRadius: '50%', background: 'currentColor' },
}));

export function GroupChip({ name }: { name: string | null }) {
  if (name === null || name === '') return null;
  const hue = groupHue(name);
  return (
    <Chip hue={hue} data-hue={hue}>
      {name}
    </Chip>
  );
}

const Region = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8 });

const mono = (text: string) => (
  <Mono small title={text}>
    {text}
  </Mono>
);

/** Texts of a row that the search matches. */
export const searchedTexts = (row: EnvironmentDetailRow): string[] => [
  String(row._id),
  row.environment_name,
  row.environment_id,
  row.group_name ?? '',
  row.region?.description ?? '',
  row.region?.region_name ?? '',
  row.fqdn,
];

/** In the documented order [ENV-01]. */
export const environmentColumns: readonly Column<EnvironmentDetailRow>[] = [
  {
    id: 'id',
    header: 'Id',
    width: 64,
    narrowWidth: 46,
    sticky: true,
    sortValue: (row) => row._id,
    cell: (row) => row._id,
  },
  {
    id: 'name',
    header: 'Name',
    width: 280,
    narrowWidth: 150,
    sticky: true,
    strong: true,
    sortValue: (row) => row.environment_name,
    cell: (row) => <EnvironmentCell row={row} />,
  },
  {
    id: 'instance',
    header: 'InstanceId',
    width: 170,
    sortValue: (row) => row.environment_id,
    cell: (row) => mono(row.environment_id),
  },
  {
    id: 'group',
    header: 'Group',
    width: 130,
    sortValue: (row) => row.group_name ?? '',
    cell: (row) => <GroupChip name={row.group_name} />,
  },
  {
    id: 'region',
    header: 'Region',
    width: 180,
    sortValue: (row) => row.region?.description ?? '',
    cell: ({ region }) =>
      region && (
        <Region title={region.region_name}>
          <Flag code={regionFlag(region.region_name)} label="" />
          {region.description}
        </Region>
      ),
  },
  { id: 'fqdn', header: 'FQDN', narrowWidth: 260, sortValue: (row) => row.fqdn, cell: (row) => mono(row.fqdn) },
];
