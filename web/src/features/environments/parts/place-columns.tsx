import { serviceName } from '@mission-control/contract/catalogue';
import type { PlaceRow } from '@mission-control/contract/environments/calls';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import { numberText } from '@mission-control/contract/numbers';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Link } from '../../../ui/action/link.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';

export const ROLE_WORDS = { web: 'Web', worker: 'Worker', sns: 'SNS' } as const;

const Quiet = styled('span')({ color: color.text3 });
const Chips = styled('span')({ display: 'inline-flex', gap: 8, flexWrap: 'wrap' });

/** Numbers of files that differ from the committed ones, with a link to them. */
export function DriftCounts({ missing, changed, q }: { missing: number; changed: number; q: string }) {
  if (missing + changed === 0) return <Quiet>No drift</Quiet>;
  return (
    <Link variant="plain" href={pathTo('/drift', null, { q })}>
      <Chips>
        {missing > 0 ? (
          <StatusChip meaning="warn" size="small" variant="quiet">
            {`${missing} missing`}
          </StatusChip>
        ) : null}
        {changed > 0 ? (
          <StatusChip meaning="bad" size="small" variant="quiet">
            {`${changed} changed`}
          </StatusChip>
        ) : null}
      </Chips>
    </Link>
  );
}

const placeService = ({ service }: PlaceRow) => serviceName(service);

export const placeId = ({ tenant_id: id, service, role }: PlaceRow): string => `${id} ${service} ${role}`;

/** Visible text of a row. */
export const placeTexts = (row: PlaceRow): readonly string[] => [
  row.tenant_name,
  serviceName(row.service),
  ROLE_WORDS[row.role],
  row.deployment_group,
  row.version ?? '',
];

export const placeColumns: readonly Column<PlaceRow>[] = [
  {
    id: 'name',
    header: 'Tenant',
    width: 240,
    narrowWidth: 150,
    sticky: true,
    strong: true,
    sortValue: (row) => row.tenant_name,
    cell: (row) => (
      <>
        <Link href={pathTo('/tenant/$id', { id: row.tenant_id })} title={row.tenant_name}>
          {row.tenant_name}
        </Link>
        {row.active ? null : <Quiet> inactive</Quiet>}
      </>
    ),
  },
  { id: 'service', header: 'Service', width: 130, sortValue: placeService, cell: placeService },
  { id: 'role', header: 'Role', width: 90, sortValue: (row) => row.role, cell: (row) => ROLE_WORDS[row.role] },
  {
    id: 'group',
    header: 'Group',
    width: 120,
    sortValue: (row) => row.deployment_group,
    cell: (row) => {
      const tag = deploymentTag(row.deployment_group);
      return tag && <Tag tone={tag.tone}>{tag.text}</Tag>;
    },
  },
  {
    id: 'version',
    header: 'Version',
    width: 110,
    sortValue: (row) => row.version ?? '',
    cell: (row) => (row.version === null ? <Quiet>Unknown</Quiet> : <Mono small>{row.version}</Mono>),
  },
  {
    id: 'members',
    header: 'Members',
    width: 110,
    align: 'right',
    sortValue: (row) => row.members ?? -1,
    text: (row) => row.members,
    cell: (row) => (row.members === null ? <Quiet>Unknown</Quiet> : numberText(row.members)),
  },
  {
    id: 'drift',
    header: 'Drift',
    width: 190,
    sortValue: (row) => row.missing + row.changed,
    text: ({ missing, changed }) => `${missing} missing, ${changed} changed`,
    cell: (row) => <DriftCounts missing={row.missing} changed={row.changed} q={row.tenant_name} />,
  },
];
