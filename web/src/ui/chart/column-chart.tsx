import { axisSteps, countText, shortCountText, type ChartPart } from './chart-part.ts';
import { styled } from '../theme/styled.ts';
import { Tip } from '../action/tip.tsx';
import { chartColor, color, ellipsis, narrow } from '../theme/tokens.ts';

interface ColumnChartProps {
  parts: readonly ChartPart[];
  /** What is counted, after a number: 'members'. */
  unit: string;
}

/** A card may be narrow in a wide window. */
const tight = '@container (max-width:339px)';
const Root = styled('div')({
  flex: 1,
  containerType: 'inline-size',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gridTemplateRows: 'minmax(0, 1fr) 20px',
  gap: '0 8px',
  paddingTop: 18,
  fontSize: 11,
  lineHeight: '14px',
  color: color.text3,
  fontVariantNumeric: 'tabular-nums',
});
const Axis = styled('div')({
  position: 'relative',
  minWidth: 24,
  '& > span': { position: 'absolute', right: 0, transform: 'translateY(50%)' },
  // Takes the width of the longest step; the steps themselves are placed.
  '& > i': { visibility: 'hidden', fontStyle: 'normal' },
});
const Plot = styled('div')({
  position: 'relative',
  display: 'flex',
  alignItems: 'flex-end',
  gap: 8,
  padding: '0 4px',
  [narrow]: { gap: 4, padding: 0 },
  '& > hr': { position: 'absolute', left: 0, right: 0, margin: 0, border: 0, borderTop: `1px solid ${color.line}` },
});
const Column = styled('div')({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  height: '100%',
  display: 'flex',
  alignItems: 'flex-end',
  borderRadius: 3,
  '& > i': {
    flex: 1,
    minHeight: 1,
    borderRadius: '3px 3px 0 0',
    background: chartColor[0],
    opacity: 0.72,
    transition: 'opacity 120ms ease-out',
  },
  '&[data-most] > i, &:hover > i, &:focus-visible > i': { opacity: 1 },
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.accent}` },
  '& > b': {
    position: 'absolute',
    left: '50%',
    transform: 'translate(-50%, -3px)',
    fontWeight: 600,
    color: color.text,
    whiteSpace: 'nowrap',
  },
});
const Labels = styled('div')({
  gridColumn: 2,
  display: 'flex',
  paddingTop: 6,
  '& > span': { ...ellipsis, flex: 1, textAlign: 'center' },
  [tight]: {
    // Show every second label where all would overlap; each column shows its own on focus.
    '&[data-many] > span': { overflow: 'visible', textOverflow: 'clip' },
    '&[data-many] > span:nth-of-type(even)': { visibility: 'hidden' },
  },
});

/** Maximum labels beside each other in a narrow card. */
const MANY = 5;

/** A column chart; each column shows its value on hover and focus, the largest always. */
export function ColumnChart({ parts, unit }: ColumnChartProps) {
  const most = Math.max(0, ...parts.map(({ value }) => value));
  const steps = axisSteps(most);
  const top = steps.at(-1) ?? 1;
  const highest = parts.findIndex(({ value }) => value === most);
  const height = (value: number) => `${(value / top) * 100}%`;
  return (
    <Root data-grows>
      <Axis aria-hidden>
        <i>{shortCountText(top)}</i>
        {steps.map((step) => (
          <span key={step} style={{ bottom: height(step) }}>
            {shortCountText(step)}
          </span>
        ))}
      </Axis>
      <Plot>
        {steps.map((step) => (
          <hr key={step} aria-hidden style={{ bottom: height(step) }} />
        ))}
        {parts.map(({ label, value, share }, place) => (
          <Tip key={label} text={`${label}: ${countText(value)} ${unit}, ${share}`} names>
            <Column
              tabIndex={0}
              role="img"
              aria-label={`${label}: ${countText(value)} ${unit}, ${share}`}
              data-most={place === highest || undefined}
            >
              <i style={{ height: height(value) }} />
              {place === highest ? <b style={{ bottom: height(value) }}>{shortCountText(value)}</b> : null}
            </Column>
          </Tip>
        ))}
      </Plot>
      <Labels aria-hidden data-many={parts.length > MANY || undefined}>
        {parts.map(({ label }) => (
          <span key={label} title={label}>
            {label}
          </span>
        ))}
      </Labels>
    </Root>
  );
}
