import { countText, partColor, type ChartPart } from './chart-part.ts';
import { styled } from '../theme/styled.ts';
import { Tip } from '../action/tip.tsx';
import { color, ellipsis, radius } from '../theme/tokens.ts';

interface ShareBarsProps {
  parts: readonly ChartPart[];
  /** What is counted, after a number: 'members'. */
  unit: string;
}

/** Green, ochre, cyan, blue, coral, violet. */
const COLORS = [3, 4, 1, 0, 5, 2];

const Root = styled('ul')({
  flex: 1,
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr) auto',
  alignContent: 'space-evenly',
  columnGap: 12,
  '& > li': { gridColumn: '1 / -1', display: 'grid', gridTemplateColumns: 'subgrid' },
});
const Row = styled('div')({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
  minHeight: 24,
  borderRadius: radius.small,
  fontSize: 12.5,
  color: color.text2,
  '&:hover': { background: color.hover },
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.accent}` },
  '& > span': ellipsis,
  '& > b': { textAlign: 'right', fontWeight: 600, color: color.text, fontVariantNumeric: 'tabular-nums' },
});
const Track = styled('i')({
  height: 10,
  borderRadius: 3,
  background: color.lineSoft,
  overflow: 'hidden',
  '& > i': { display: 'block', height: '100%', minWidth: 1, borderRadius: 3, opacity: 0.9 },
});

/** Horizontal bars relative to the largest; each shows its share on hover and focus. */
export function ShareBars({ parts, unit }: ShareBarsProps) {
  const most = Math.max(1, ...parts.map(({ value }) => value));
  return (
    <Root data-grows>
      {parts.map(({ label, value, share }, place) => (
        <li key={label}>
          <Tip text={`${label}: ${countText(value)} ${unit}, ${share}`}>
            <Row tabIndex={0} role="group" aria-label={label}>
              <span>{label}</span>
              <Track>
                <i style={{ width: `${(value / most) * 100}%`, background: partColor(COLORS, place) }} />
              </Track>
              <b>{countText(value)}</b>
            </Row>
          </Tip>
        </li>
      ))}
    </Root>
  );
}
