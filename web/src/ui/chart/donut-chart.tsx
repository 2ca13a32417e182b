import { numberText } from '@mission-control/contract/numbers';
import { useState } from 'react';
import { shortCountText } from './chart-scale.ts';
import { styled } from '../theme/styled.ts';
import { chartColor, color, ellipsis, narrow, radius } from '../theme/tokens.ts';

/** A part of a whole. */
export interface ChartPart {
  label: string;
  value: number;
  /** Its share of the whole as text: '53.2%'. */
  share: string;
}

interface DonutChartProps {
  parts: readonly ChartPart[];
  /** Unit under the number in the middle. */
  unit: string;
}

const RADIUS = 40;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** Gap between two parts, in drawing units. */
const GAP = 1;
/** Violet, cyan, ochre, green, coral, blue; grey when there are more parts. */
const partColor = (place: number): string => chartColor[[2, 1, 4, 3, 5, 0][place] ?? -1] ?? color.control;

/** A card may be narrow in a wide window. */
const Fit = styled('div')({ containerType: 'inline-size' });
const tight = '@container (max-width:339px)';
const Root = styled('div')({
  display: 'grid',
  // The ring shrinks before a label of the legend is truncated.
  gridTemplateColumns: 'clamp(88px, 100cqi - 254px, 136px) minmax(0, 1fr)',
  alignItems: 'center',
  gap: 16,
  [tight]: { gap: 12 },
  [narrow]: {
    gridTemplateColumns: '1fr',
    justifyItems: 'center',
    '& > svg': { width: 136 },
    '& > ul': { width: '100%' },
  },
});
const Ring = styled('svg')({
  width: '100%',
  height: 'auto',
  '& circle': { fill: 'none', strokeWidth: 10, transition: 'opacity 120ms ease-out' },
  '& circle[data-dim]': { opacity: 0.3 },
  '& text': { textAnchor: 'middle', fontVariantNumeric: 'tabular-nums', fill: color.text3, fontSize: 8 },
  '& text:first-of-type': { fill: color.text, fontSize: 13, fontWeight: 620 },
});
const Legend = styled('ul')({
  minWidth: 0,
  display: 'grid',
  // The rows' padding belongs to the first and the last column.
  gridTemplateColumns: '12px minmax(0, 1fr) auto auto',
  '& > li': { gridColumn: '1 / -1', display: 'grid', gridTemplateColumns: 'subgrid' },
  columnGap: 8,
  [tight]: { columnGap: 6 },
});
const Row = styled('div')({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
  minHeight: 26,
  padding: '0 4px',
  borderRadius: radius.small,
  fontSize: 12.5,
  color: color.text,
  fontVariantNumeric: 'tabular-nums',
  '&[data-marked]': { background: color.hover },
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.accent}` },
  '& > i': { width: 8, height: 8, borderRadius: 2 },
  '& > span': ellipsis,
  '& > b': { fontWeight: 600, textAlign: 'right' },
  '& > small': { fontSize: 12, color: color.text3, textAlign: 'right' },
});

/** A donut chart with a legend; the hovered or focused part is shown in the middle. */
export function DonutChart({ parts, unit }: DonutChartProps) {
  const [marked, setMarked] = useState<string | null>(null);
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  const chosen = parts.find(({ label }) => label === marked);
  const arcs = arcsOf(parts, whole);
  return (
    <Fit>
      <Root onPointerLeave={() => setMarked(null)}>
        <Ring viewBox="0 0 100 100" aria-hidden>
          {arcs.map(({ label, from, length }, place) =>
            length === 0 ? null : (
              <circle
                key={label}
                cx={50}
                cy={50}
                r={RADIUS}
                stroke={partColor(place)}
                strokeDasharray={`${length} ${CIRCUMFERENCE - length}`}
                transform={`rotate(${(from / CIRCUMFERENCE) * 360 - 90} 50 50)`}
                data-dim={(chosen && chosen.label !== label) || undefined}
                onPointerEnter={() => setMarked(label)}
              />
            ),
          )}
          <text x={50} y={51}>
            {chosen ? chosen.share : shortCountText(whole)}
          </text>
          <text x={50} y={62}>
            {chosen ? shortened(chosen.label) : unit}
          </text>
        </Ring>
        <Legend>
          {parts.map(({ label, value, share }, place) => (
            <li key={label}>
              <Row
                tabIndex={0}
                role="group"
                aria-label={label}
                data-marked={marked === label || undefined}
                onPointerEnter={() => setMarked(label)}
                onFocus={() => setMarked(label)}
                onBlur={() => setMarked(null)}
              >
                <i style={{ background: partColor(place) }} />
                <span title={label}>{label}</span>
                <b>{share}</b>
                <small>{numberText(value)}</small>
              </Row>
            </li>
          ))}
        </Legend>
      </Root>
    </Fit>
  );
}

/** Start and length of each part on the ring. */
function arcsOf(parts: readonly ChartPart[], whole: number) {
  const single = parts.filter(({ value }) => value > 0).length === 1;
  let from = 0;
  return parts.map(({ label, value }) => {
    const length = whole > 0 ? (value / whole) * CIRCUMFERENCE : 0;
    const arc = { label, from, length: length === 0 || single ? length : Math.max(0.4, length - GAP) };
    from += length;
    return arc;
  });
}

const shortened = (label: string): string => (label.length > 14 ? `${label.slice(0, 13)}…` : label);
