import { useId } from 'react';
import { SECRET_MASK } from '../../ui/display/visible-text.ts';
import { Mono } from '../../ui/display/mono.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { color, monoText, radius } from '../../ui/theme/tokens.ts';

export type Choice = 'mine' | 'theirs';

/** A value changed on two sides, by two people or by one in two tabs; null: it does not exist. */
export interface FieldConflict {
  key: string;
  /** Name on the screen; the key when absent. */
  label?: string;
  base: string | null;
  theirs: string | null;
  mine: string | null;
  masked?: boolean;
  /** Who saved theirs, and when; absent where that is not known. */
  by?: string;
  at?: string;
}

interface ConflictChoiceProps {
  conflict: FieldConflict;
  choice: Choice | null;
  onChoose: (choice: Choice) => void;
}

const Group = styled('fieldset')({
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  background: color.bg,
  overflow: 'hidden',
  '& legend': { float: 'left', width: '100%', padding: '10px 12px 0', color: color.text, fontWeight: 550 },
  '& legend + *': { clear: 'both' },
});
const Line = styled('label')({
  display: 'grid',
  gridTemplateColumns: '16px 116px minmax(0,1fr)',
  alignItems: 'baseline',
  gap: 8,
  padding: '8px 12px',
  fontSize: 13,
  cursor: 'pointer',
  '&:has(input)': { borderTop: `1px solid ${color.lineSoft}` },
  '&:has(input):hover': { background: color.hover },
  '&:has(:checked)': { background: color.accentTint },
  '&:has(:focus-visible)': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
  '& input': { accentColor: color.accentFill, margin: 0, alignSelf: 'center' },
  '& input:focus-visible': { boxShadow: 'none' },
  '& small': { display: 'block', fontSize: 12, lineHeight: '16px', color: color.text3 },
});
const Value = styled('span')({
  ...monoText,
  color: color.text,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 120,
  overflowY: 'auto',
});

/** A conflicting value: base, theirs, mine. */
export function ConflictChoice({ conflict, choice, onChoose }: ConflictChoiceProps) {
  const name = useId();
  const shown = (value: string | null, none: string) => {
    if (value === null) return none;
    if (conflict.masked) return SECRET_MASK;
    return value === '' ? '(empty)' : value;
  };
  return (
    <Group>
      <legend>{conflict.label ?? <Mono>{conflict.key}</Mono>}</legend>
      <Line as="div" style={{ cursor: 'default' }}>
        <span />
        <span>Before</span>
        <Value>{shown(conflict.base, '(did not exist)')}</Value>
      </Line>
      <Line>
        <input type="radio" name={name} checked={choice === 'theirs'} onChange={() => onChoose('theirs')} />
        <span>Use saved value</span>
        <span>
          <Value>{shown(conflict.theirs, '(removed)')}</Value>
          {conflict.by && conflict.at ? (
            <small>
              {conflict.by}, <RelativeTime at={conflict.at} />
            </small>
          ) : null}
        </span>
      </Line>
      <Line>
        <input type="radio" name={name} checked={choice === 'mine'} onChange={() => onChoose('mine')} />
        <span>Keep mine</span>
        <Value>{shown(conflict.mine, '(removed)')}</Value>
      </Line>
    </Group>
  );
}
