import { numberText } from '@mission-control/contract/numbers';
import { mdiCheck } from '@mdi/js';
import { styled } from '../theme/styled.ts';
import type { ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { color, ellipsis, font, narrow, radius } from '../theme/tokens.ts';

interface FacetChipProps {
  children: ReactNode;
  /** Rows it would show; undefined while unknown. */
  count: number | undefined;
  /** Maximum of `count`: reserves its width, so that the following chips do not move. */
  total?: number;
  on: boolean;
  onToggle: () => void;
  /** Flag or letter block before the word. */
  mark?: ReactNode;
  mono?: boolean;
}

const Root = styled('button', ['mono'])<{ mono: boolean }>(({ mono }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 26,
  padding: '0 8px',
  borderRadius: radius.control,
  border: `1px solid ${color.line}`,
  background: color.surface,
  fontFamily: mono ? font.mono : 'inherit',
  fontSize: mono ? 11.5 : 12,
  letterSpacing: mono ? '-.02em' : undefined,
  color: color.text,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  maxWidth: '100%',
  '& > span': { ...ellipsis, maxWidth: 200 },
  '& > u': { display: 'inline-block', textDecoration: 'none', color: color.text3, fontVariantNumeric: 'tabular-nums' },
  '& > :first-of-type:not(u)': { marginLeft: -2 },
  '&:hover': { borderColor: color.lineStrong, background: color.raised },
  '&[aria-pressed="true"]': {
    borderColor: color.accentLine,
    background: color.accentTint,
    color: color.onAvatar,
    '& > u': { color: color.accentText },
    '& > svg': { color: color.accent },
  },
  '&[data-zero]': { color: color.text3, borderStyle: 'dashed' },
  [narrow]: { height: 36 },
}));

/** A filter value with its count; pressed = applied. */
export function FacetChip({ children, count, total = 0, on, onToggle, mark, mono = false }: FacetChipProps) {
  return (
    <Root type="button" mono={mono} aria-pressed={on} data-zero={(count === 0 && !on) || undefined} onClick={onToggle}>
      {on ? <Icon path={mdiCheck} size={14} /> : null}
      {mark}
      <span title={typeof children === 'string' && children.length > 24 ? children : undefined}>{children}</span>
      {count === undefined ? null : (
        <u style={{ minWidth: `${numberText(total).length}ch`, textAlign: 'right' }}>{numberText(count)}</u>
      )}
    </Root>
  );
}
