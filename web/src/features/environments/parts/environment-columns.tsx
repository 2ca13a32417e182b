import type { EnvironmentDetailRow } from '@mission-control/contract/environments/calls';
import { regionFlag } from '@mission-control/contract/environments/rules';
import { Flag } from '../../../ui/flag.tsx';
import { styled } from '../../../ui/styled.ts';
import type { Column } from '../../../ui/table-column.ts';
import { monoText } from '../../../ui/tokens.ts';
import { EnvironmentCell } from './environment-cell.tsx';
import { GroupChip } from './group-chip.tsx';

const Region = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8 });

const mono = (text: string) => (
  <span style={{ ...monoText, fontSize: 12 }} title={text}>
    {text}
  </span>
);

/** The six columns in the order of the documents [ENV-01]. */
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
    width: 320,
    narrowWidth: 150,
    sticky: true,
    strong: true,
    sortValue: (row) => row.environment_name,
    cell: (row) => <EnvironmentCell row={row} />,
  },
  {
    id: 'instance',
    header: 'InstanceId',
    width: 200,
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
