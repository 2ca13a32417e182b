import { mdiClose, mdiPlus, mdiTableColumnPlusAfter } from '@mdi/js';
import type { UtopiaColumn } from '@mission-control/contract/utopia/columns';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { MenuButton } from '../../../ui/action/menu-button.tsx';
import { scrollSideways, styled } from '../../../ui/theme/styled.ts';
import { color, narrow, radius } from '../../../ui/theme/tokens.ts';

interface ColumnChooserProps {
  columns: readonly UtopiaColumn[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
}

const Row = styled('div')({ display: 'flex', alignItems: 'flex-start', gap: 8, [narrow]: { flexDirection: 'column' } });
const Chips = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  flex: 1,
  minWidth: 0,
  padding: '1px 0',
  // One scrolling line on a phone leaves room for the table.
  [narrow]: { flexWrap: 'nowrap', ...scrollSideways({ sticky: false }), width: '100%', paddingBottom: 6 },
});
const Chip = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  height: 26,
  padding: '0 6px 0 8px',
  borderRadius: radius.control,
  border: `1px solid ${color.accentLine}`,
  background: color.accentTint,
  fontSize: 12,
  color: color.onAvatar,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '& > svg': { color: color.accentText },
  '&:hover': { borderColor: color.accent },
  [narrow]: { height: 36 },
});
const Actions = styled('div')({ display: 'flex', gap: 8, flex: 'none' });

/** The shown columns as chips that remove them, and a menu of the hidden ones. */
export function ColumnChooser({ columns, hidden, onHidden }: ColumnChooserProps) {
  const gone = columns.filter(({ key }) => hidden.includes(key));
  const shown = columns.filter(({ key }) => !hidden.includes(key));
  return (
    <Row role="group" aria-label="Columns">
      <Chips>
        {shown.map(({ key, title }) => (
          <li key={key}>
            <Chip type="button" aria-label={`Remove column ${title}`} onClick={() => onHidden([...hidden, key])}>
              {title}
              <Icon path={mdiClose} size={12} />
            </Chip>
          </li>
        ))}
      </Chips>
      <Actions>
        {gone.length > 1 ? (
          <ActionButton variant="ghost" size="small" onClick={() => onHidden([])}>
            All columns
          </ActionButton>
        ) : null}
        <MenuButton
          label="Add column"
          size="small"
          icon={mdiTableColumnPlusAfter}
          disabledReason={gone.length === 0 ? 'All columns are shown' : null}
          items={gone.map(({ key, title }) => ({
            id: key,
            label: title,
            icon: mdiPlus,
            onSelect: () => onHidden(hidden.filter((one) => one !== key)),
          }))}
        />
      </Actions>
    </Row>
  );
}
