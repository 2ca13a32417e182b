import type { ReactNode } from 'react';
import { styled } from '../../../ui/theme/styled.ts';
import { color, radius } from '../../../ui/theme/tokens.ts';

/** A number with its name and what it is about. */
export interface Fact {
  name: string;
  value: ReactNode;
  detail: ReactNode;
}

const Root = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))',
  gap: 12,
  '& > div': {
    padding: '12px 16px',
    background: color.surface,
    border: `1px solid ${color.line}`,
    borderRadius: radius.card,
    minWidth: 0,
  },
  '& dt': { fontSize: 12, lineHeight: '16px', color: color.text2 },
  '& dd': {
    fontSize: 22,
    lineHeight: '32px',
    fontWeight: 620,
    letterSpacing: '-.02em',
    fontVariantNumeric: 'tabular-nums',
  },
  '& dd + dd': { fontSize: 12, lineHeight: '16px', fontWeight: 400, letterSpacing: 0, color: color.text3 },
});

/** The numbers of a monitor side by side. */
export function FactTiles({ facts }: { facts: readonly Fact[] }) {
  return (
    <Root>
      {facts.map(({ name, value, detail }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd>{detail}</dd>
        </div>
      ))}
    </Root>
  );
}
