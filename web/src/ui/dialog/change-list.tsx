import { mdiArrowRight } from '@mdi/js';
import type { ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { styled } from '../theme/styled.ts';
import { color, monoText } from '../theme/tokens.ts';

const List = styled('ul')({
  listStyle: 'none',
  // Aligns a button at the end of a line with the edge of the list's container.
  marginRight: -8,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& > li': { display: 'flex', alignItems: 'flex-start', gap: 8, fontSize: 12, lineHeight: '16px' },
  '& > li > div': { flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 2, paddingTop: 2 },
  '& small': { fontSize: 12, color: color.text3 },
  '&[data-framed]': {
    marginRight: 0,
    padding: 12,
    border: `1px solid ${color.line}`,
    borderRadius: 6,
    background: color.inset,
    maxHeight: 240,
    overflowY: 'auto',
  },
});
const Values = styled('span')({
  ...monoText,
  fontSize: 12,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 6px',
  overflowWrap: 'anywhere',
  // No strikethrough: it would hide the dashes of a host. The arrow and the words mark it.
  '& del': { color: color.removedText, textDecoration: 'none' },
  '& ins': { color: color.addedText, textDecoration: 'none' },
  '& > *': { minWidth: 0 },
});

interface ListedChange {
  id: string;
  /** Label of the changed item. */
  label: string;
  /** Null: it is new. */
  before: string | null;
  /** Null: it is removed. */
  after: string | null;
  /** An action at the end of its line. */
  action?: ReactNode;
}

interface ChangeListProps {
  label: string;
  changes: readonly ListedChange[];
  /** Draws a frame, within which a long list scrolls. */
  framed?: boolean;
}

/** The exact changes: each value before and after. */
export function ChangeList({ label, changes, framed = false }: ChangeListProps) {
  return (
    // Scrollable content must be reachable by keyboard.
    <List aria-label={label} {...(framed && { 'data-framed': true, tabIndex: 0 })}>
      {changes.map((change) => (
        <li key={change.id}>
          <div>
            <small>{change.label}</small>
            <Values>
              {change.before === null ? null : <del>{change.before}</del>}
              {change.before !== null && change.after !== null ? (
                <Icon path={mdiArrowRight} size={12} label="to" />
              ) : null}
              {change.after === null ? null : <ins>{change.after}</ins>}
            </Values>
          </div>
          {change.action}
        </li>
      ))}
    </List>
  );
}
