import { styled } from '../theme/styled.ts';
import { Fragment, type ReactNode } from 'react';
import { color, narrow } from '../theme/tokens.ts';

interface KeyValueRow {
  label: string;
  value: ReactNode;
}

interface KeyValueProps {
  /** Empty entries (null, false) are left out. */
  rows: readonly (KeyValueRow | null | false)[];
  /** Width of the labels, in px. */
  labelWidth?: number;
}

const List = styled('dl')({
  display: 'grid',
  gap: '0 12px',
  fontSize: 13,
  alignContent: 'start',
  '& dt': { color: color.text3, lineHeight: '28px' },
  '& dd': { minHeight: 28, display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '0 6px', minWidth: 0 },
  [narrow]: { fontSize: 14 },
});

/** Facts of a card, one per row of 28 px. */
export function KeyValue({ rows, labelWidth = 104 }: KeyValueProps) {
  return (
    <List style={{ gridTemplateColumns: `${labelWidth}px minmax(0,1fr)` }}>
      {rows.map((row) =>
        row ? (
          <Fragment key={row.label}>
            <dt>{row.label}</dt>
            <dd>{row.value}</dd>
          </Fragment>
        ) : null,
      )}
    </List>
  );
}
