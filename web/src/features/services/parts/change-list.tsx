import { mdiArrowRight, mdiUndo } from '@mdi/js';
import { Card } from '../../../ui/card.tsx';
import { Count } from '../../../ui/count.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, monoText } from '../../../ui/tokens.ts';
import type { Change } from '../service-changes.ts';

const List = styled('ul')({
  listStyle: 'none',
  margin: '0 -8px 0 0',
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& > li': { display: 'flex', alignItems: 'flex-start', gap: 8, fontSize: 12, lineHeight: '16px' },
  '& > li > div': { flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 2, paddingTop: 2 },
  '& small': { fontSize: 12, color: color.text3 },
});
const Values = styled('span')({
  ...monoText,
  fontSize: 12,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 6px',
  overflowWrap: 'anywhere',
  // No line through: it would hide the dashes of a host. The arrow and the words say it.
  '& del': { color: color.removedText, textDecoration: 'none' },
  '& ins': { color: color.addedText, textDecoration: 'none' },
  '& > *': { minWidth: 0 },
});

interface ChangeListProps {
  changes: readonly Change[];
  onUndo: (change: Change) => void;
}

/** Exactly what Save will do, each with its way back. */
export function ChangeList({ changes, onUndo }: ChangeListProps) {
  return (
    <Card title="Unsaved changes" chips={<Count>{changes.length}</Count>}>
      <List aria-label="Unsaved changes">
        {changes.map((change) => (
          <li key={change.id}>
            <div>
              <small>{wordOf(change)}</small>
              <Values>
                {change.before === null ? null : <del>{change.before}</del>}
                {change.before !== null && change.after !== null ? (
                  <Icon path={mdiArrowRight} size={12} label="to" />
                ) : null}
                {change.after === null ? null : <ins>{change.after}</ins>}
              </Values>
            </div>
            <IconButton
              icon={mdiUndo}
              label={`Undo: ${wordOf(change)} ${change.after ?? change.before ?? ''}`}
              onClick={() => onUndo(change)}
            />
          </li>
        ))}
      </List>
    </Card>
  );
}

function wordOf({ what, before, after }: Change): string {
  if (before === null) return `${what} added`;
  return after === null ? `${what} deleted` : what;
}
