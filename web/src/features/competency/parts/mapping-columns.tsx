import { mdiLockOutline, mdiPencilOutline } from '@mdi/js';
import type { CompetencyMappingRow } from '@mission-control/contract/competency/schema';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { styled } from '../../../ui/styled.ts';
import type { Column } from '../../../ui/table-column.ts';
import { LockButton } from './lock-button.tsx';

const Actions = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 4 });

const pathOf = ({ hash }: CompetencyMappingRow): string => `/competency-mapping/${hash}`;

/** From whom to whom, whether it can be filled in, and who made it. */
export const mappingColumns: readonly Column<CompetencyMappingRow>[] = [
  {
    id: 'from',
    header: 'From',
    width: 260,
    narrowWidth: 140,
    sticky: true,
    strong: true,
    sortValue: (row) => row.from.tenant_name,
    cell: (row) => <Link href={pathOf(row)}>{row.from.tenant_name}</Link>,
  },
  { id: 'to', header: 'To', sortValue: (row) => row.to.tenant_name, cell: (row) => row.to.tenant_name },
  {
    id: 'state',
    header: 'State',
    width: 110,
    sortValue: (row) => (row.locked ? 'Locked' : 'Open'),
    cell: (row) => (
      <StatusChip
        meaning={row.locked ? 'off' : 'accent'}
        icon={row.locked ? mdiLockOutline : mdiPencilOutline}
        variant="quiet"
      >
        {row.locked ? 'Locked' : 'Open'}
      </StatusChip>
    ),
  },
  { id: 'by', header: 'Created by', width: 150, sortValue: (row) => row.created_by, cell: (row) => row.created_by },
  {
    id: 'created',
    header: 'Created',
    width: 130,
    sortValue: (row) => row.created_at,
    cell: (row) => <RelativeTime at={row.created_at} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 156,
    align: 'right',
    cell: (row) => (
      <Actions>
        <CopyButton
          text={`${location.origin}${pathOf(row)}`}
          label={`Copy link of ${row.from.tenant_name}->${row.to.tenant_name}`}
        />
        <LockButton mapping={row} />
      </Actions>
    ),
  },
];
