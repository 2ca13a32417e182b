import { mdiTrashCanOutline } from '@mdi/js';
import { LIVE_TO_TEST, RELATION_OPTIONS } from '@mission-control/contract/relations/rules';
import type { RelationType } from '@mission-control/contract/relations/schema';
import { TenantField } from '../../../lib/tenant-field.tsx';
import type { TenantChoice } from '../../../lib/tenant-matches.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import type { RelationChoice, RelationRow } from '../relation-edits.ts';

const Entry = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(80px, 220px) 160px minmax(0,1fr) auto',
  gap: '8px 12px',
  alignItems: 'start',
  padding: '10px 16px',
  fontSize: 13,
  '&:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > b': { fontWeight: 550, lineHeight: '32px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > [data-tools]': { display: 'flex', gap: 4, alignItems: 'center' },
  '@media (max-width:900px)': {
    gridTemplateColumns: 'minmax(0,1fr)',
    gap: 8,
    padding: 12,
    '& > b': { lineHeight: '20px' },
    '& > [data-tools]': { justifyContent: 'space-between' },
  },
});

interface RelationEntryProps {
  tenantName: string;
  row: RelationRow;
  choices: readonly TenantChoice[];
  loading: boolean;
  fault: string | undefined;
  onChoose: (choice: RelationChoice) => void;
  onRemove: () => void;
  onLiveToTest: () => void;
}

const TYPES = ([1, 2] as const).map((type) => ({ value: String(type), label: RELATION_OPTIONS[type] }));

/** An editable relation: this tenant, is parent of, that tenant [RLN-01, RLN-04]. */
export function RelationEntry(props: RelationEntryProps) {
  const { tenantName, row, choices, loading, fault, onChoose } = props;
  const { type, other } = row;
  return (
    <Entry aria-label={`${tenantName} ${RELATION_OPTIONS[type]} ${other?.name ?? 'nobody yet'}`}>
      <b>{tenantName}</b>
      <SelectField
        label="Kind of relation"
        hideLabel
        options={TYPES}
        value={String(type)}
        onChange={(event) => onChoose({ type: Number(event.target.value) as RelationType, other })}
      />
      <TenantField
        label="Tenant"
        hideLabel
        choices={choices}
        loading={loading}
        value={other}
        error={fault}
        onChange={(chosen) => chosen && onChoose({ type, other: chosen })}
      />
      <div data-tools>
        <ActionButton onClick={props.onLiveToTest}>{LIVE_TO_TEST}</ActionButton>
        <IconButton
          icon={mdiTrashCanOutline}
          label={other ? `Remove ${other.name}` : 'Remove'}
          size={32}
          onClick={props.onRemove}
        />
      </div>
    </Entry>
  );
}
