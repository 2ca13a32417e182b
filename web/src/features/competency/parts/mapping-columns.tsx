import { TOPIC } from '@mission-control/contract/topics';
import { mdiLockOutline, mdiPencilOutline, mdiLockOpenOutline } from '@mdi/js';
import { lockCompetencyMapping } from '@mission-control/contract/competency/calls';
import type { CompetencyMappingRow } from '@mission-control/contract/competency/schema';
import { pathTo } from '../../../lib/address/path-to.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { timeColumn } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { toast } from '../../../ui/toast/toast.ts';

/** A locked mapping is read-only for everybody. */
function LockButton({ mapping }: { mapping: CompetencyMappingRow }) {
  const name = `${mapping.from.tenant_name}->${mapping.to.tenant_name}`;
  const { mutate, isPending } = useChange([TOPIC.competency], lockCompetencyMapping, ({ locked }) =>
    toast.success(`Mapping ${name} ${locked ? 'locked' : 'unlocked'}`),
  );
  const refusal = useRoleRefusal(lockCompetencyMapping, 'lock and unlock mappings');
  const word = mapping.locked ? 'Unlock' : 'Lock';
  return (
    <ActionButton
      size="small"
      icon={mapping.locked ? mdiLockOpenOutline : mdiLockOutline}
      pending={isPending}
      disabledReason={refusal}
      aria-label={`${word} ${name}`}
      onClick={() => mutate({ params: { hash: mapping.hash }, body: { locked: !mapping.locked } })}
    >
      {word}
    </ActionButton>
  );
}

const Actions = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 4 });

const pathOf = ({ hash }: CompetencyMappingRow): string => pathTo('/competency-mapping/$hash', { hash });

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
  timeColumn({ id: 'created', header: 'Created', width: 130 }, (row) => row.created_at),
  {
    id: 'actions',
    header: 'Actions',
    text: null,
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
