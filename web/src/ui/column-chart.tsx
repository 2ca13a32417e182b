import { axisSteps, countText, shortCountText, type ChartPart } from './chart-part.ts';
import { styled } from './styled.ts';
import { Tip } from './tip.tsx';
import { chartColor, color, ellipsis, narrow } from './tokens.ts';

interface ColumnChartProps {
  parts: readonly ChartPart[];
  /** What is counted, after a number: 'members'. */
  unit: string;
}

const Root = styled('div')({
  flex: 1,
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
  gap: 4,
  padding: '6px 2px 0',
  '& > span': { ...ellipsis, flex: 1, textAlign: 'center' },
  [narrow]: {
    gap: 0,
    padding: '6px 0 0',
    // Every second one, where all of them would touch each other; each column says its own on focus.
    '&[data-many] > span': { overflow: 'visible', textOverflow: 'clip' },
    '&[data-many] > span:nth-of-type(even)': { visibility: 'hidden' },
  },
});

/** So many labels fit beside each other on a phone. */
const MANY = 5;

/** Numbers side by side on an axis; each says its value on hover and focus. The largest has it above. */
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
