import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { IconButton } from '../../../../ui/action/icon-button.tsx';
import { DialogFrame } from '../../../../ui/dialog/dialog-frame.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { color, radius } from '../../../../ui/theme/tokens.ts';
import { WIDTH } from '../../list/list-columns.ts';
import type { ListColumns } from '../../list/use-list-columns.ts';
import { movableColumns } from './tenant-columns.tsx';

const List = styled('ol')({
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  '& > li': { display: 'flex', alignItems: 'center', gap: 4, padding: '2px 8px 2px 12px', minHeight: 40 },
  '& > li:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > li > span': { flex: 1, minWidth: 0 },
  '& input': { width: 72, textAlign: 'right' },
});

interface ColumnsDialogProps {
  columns: ListColumns;
  onClose: () => void;
}

/** Order and widths of the shown columns by keyboard; the edge of a column's head can be dragged instead. */
export function ColumnsDialog({ columns, onClose }: ColumnsDialogProps) {
  const { shown, change, reset } = columns;
  const movable = shown.flatMap((column) => {
    const known = movableColumns.find(({ id }) => id === column.id);
    return known ? [{ ...known, chosen: column.width }] : [];
  });
  return (
    <DialogFrame
      open
      title="Columns"
      onClose={onClose}
      width={420}
      footer={
        <>
          <ActionButton onClick={reset}>As many as fit</ActionButton>
          <ActionButton variant="primary" onClick={onClose}>
            Done
          </ActionButton>
        </>
      }
    >
      <List>
        {movable.map(({ id, header, width, chosen }, at) => (
          <li key={id}>
            <span>{header}</span>
            <TextField
              label={`Width of ${header}`}
              hideLabel
              type="number"
              min={WIDTH.min}
              max={WIDTH.max}
              placeholder={String(width)}
              key={chosen}
              defaultValue={chosen}
              onBlur={(event) => {
                const next = event.target.value === '' ? undefined : event.target.valueAsNumber;
                if (next !== chosen) change({ resize: id, width: next });
              }}
            />
            <IconButton
              icon={mdiArrowUp}
              label={`Move ${header} to the left`}
              disabledReason={at === 0 ? 'It is the first one' : null}
              onClick={() => change({ move: id, by: -1 })}
            />
            <IconButton
              icon={mdiArrowDown}
              label={`Move ${header} to the right`}
              disabledReason={at === movable.length - 1 ? 'It is the last one' : null}
              onClick={() => change({ move: id, by: 1 })}
            />
          </li>
        ))}
      </List>
      <p>Widths in pixels. Region, Name and Actions stay where they are.</p>
    </DialogFrame>
  );
}
