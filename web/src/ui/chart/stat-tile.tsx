import type { ReactNode } from 'react';
import { Panel } from '../layout/panel.tsx';
import { Skeleton } from '../layout/skeleton.tsx';
import { styled } from '../theme/styled.ts';
import { color, narrow } from '../theme/tokens.ts';

interface StatTileProps {
  label: string;
  /** The number as text; undefined while loading. */
  value: string | undefined;
  /** A quiet line that relates the number to a whole. */
  hint?: ReactNode;
}

const Root = styled(Panel)({
  padding: '14px 16px 12px',
  display: 'flex',
  flexDirection: 'column',
  '& h2': { fontSize: 12, lineHeight: '16px', fontWeight: 500, color: color.text2 },
  '& > p': { fontVariantNumeric: 'tabular-nums' },
  '& > [data-value]': {
    // Aligns the numbers of a row, whatever the length of their names.
    marginTop: 'auto',
    paddingTop: 4,
    minHeight: 40,
    fontSize: 28,
    lineHeight: '36px',
    fontWeight: 620,
    letterSpacing: '-.025em',
    '& small': { fontSize: 15, lineHeight: 1, fontWeight: 500, color: color.text2, marginLeft: 2 },
    [narrow]: { fontSize: 22, '& small': { fontSize: 13 } },
  },
  '& > [data-hint]': { minHeight: 16, marginTop: 2, fontSize: 12, lineHeight: '16px', color: color.text3 },
});

/** A single large number. */
export function StatTile({ label, value, hint }: StatTileProps) {
  const percent = value?.endsWith('%');
  return (
    <Root aria-label={label}>
      <h2>{label}</h2>
      <p data-value>
        {value === undefined ? <Skeleton width="60%" height={24} /> : percent ? value.slice(0, -1) : value}
        {percent ? <small>%</small> : null}
      </p>
      <p data-hint>{value === undefined ? <Skeleton width="45%" height={10} /> : hint}</p>
    </Root>
  );
}
