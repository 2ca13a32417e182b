import { mdiArrowRight } from '@mdi/js';
import { Icon } from '../../../ui/icon.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, monoText } from '../../../ui/tokens.ts';
import type { FieldChange } from '../state/edits.ts';

const List = styled('ul')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  padding: 12,
  border: `1px solid ${color.line}`,
  borderRadius: 6,
  background: color.inset,
  maxHeight: 240,
  overflowY: 'auto',
  fontSize: 12,
  lineHeight: '16px',
  '& > li': { display: 'flex', flexDirection: 'column', gap: 2 },
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
  '& del': { color: color.removedText, textDecoration: 'none' },
  '& ins': { color: color.addedText, textDecoration: 'none' },
  '& > *': { minWidth: 0 },
});

/** Exactly what Save changes. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <p>Nothing differs from the saved settings; the files are generated again.</p>;
  return (
    // Many changes scroll, so that the keyboard must reach them.
    <List aria-label="Changes" tabIndex={0}>
      {changes.map(({ path, label, before, after }) => (
        <li key={path}>
          <small>{label}</small>
          <Values>
            <del>{shown(before)}</del>
            <Icon path={mdiArrowRight} size={12} label="to" />
            <ins>{shown(after)}</ins>
          </Values>
        </li>
      ))}
    </List>
  );
}

const LONGEST = 160;

function shown(text: string): string {
  if (text === '') return '(empty)';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
