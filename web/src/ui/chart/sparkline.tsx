import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { sparkPath, sparkPoints } from './spark-path.ts';
import { styled } from '../theme/styled.ts';
import { shadeColor, type Shade } from '../theme/theme.ts';
import { Tip } from '../action/tip.tsx';
import { color, radius } from '../theme/tokens.ts';

interface SparklineProps {
  /** Oldest first; null where there is none. */
  values: readonly (number | null)[];
  shade: Shade;
  /** Lower bound of the scale's maximum. */
  floor: number;
  /** Accessible name. */
  label: string;
  /** The whole curve in one sentence. */
  summary: string;
  /** Text of one value, by index. */
  textOf: (index: number, value: number) => string;
}

const WIDTH = 128;
const HEIGHT = 40;

const Root = styled('span')({
  display: 'inline-block',
  width: WIDTH,
  height: HEIGHT,
  verticalAlign: 'middle',
  borderRadius: radius.small,
  cursor: 'crosshair',
  touchAction: 'pan-y',
  '& > svg': { display: 'block', overflow: 'visible' },
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.accent}` },
});

/** A small curve of 128 x 40 px; pointer and arrow keys reveal the values [DB-09]. */
export function Sparkline({ values, shade, floor, label, summary, textOf }: SparklineProps) {
  const [at, setAt] = useState<number | null>(null);
  const points = sparkPoints(values, { width: WIDTH, height: HEIGHT, floor });
  const { line, area } = sparkPath(points, HEIGHT);
  // The marked value may be gone with the next reading.
  const place = at === null ? -1 : points.findIndex(({ index }) => index === at);
  const marked = points[place];
  const text = marked ? textOf(marked.index, marked.value) : summary;
  const last = points.length - 1;
  const goTo = (to: number) => setAt(points[Math.max(0, Math.min(to, last))]?.index ?? null);
  const stroke = shadeColor[shade];
  return (
    <Tip text={text} names>
      <Root
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-readonly
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, marked ? place : last)}
        aria-valuetext={text}
        onPointerMove={(event) => goTo(nearest(points, event))}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={(event) => onKey(event, marked ? place : last + 1, last, goTo)}
      >
        <svg width={WIDTH} height={HEIGHT} data-shade={shade} aria-hidden>
          {/* Visible where there is no curve. */}
          <path d={`M0 ${HEIGHT}H${WIDTH}`} stroke={shadeColor.grey} strokeDasharray="2 4" fill="none" />
          <path d={area} fill={stroke} opacity={0.14} />
          <path d={line} stroke={stroke} strokeWidth={1.5} strokeLinejoin="round" strokeLinecap="round" fill="none" />
          {marked ? (
            <>
              <path d={`M${marked.x} 0V${HEIGHT}`} stroke={color.control} fill="none" />
              <circle cx={marked.x} cy={marked.y} r={3} fill={stroke} stroke={color.surface} strokeWidth={1.5} />
            </>
          ) : null}
        </svg>
      </Root>
    </Tip>
  );
}

/** Index of the point nearest to the pointer. */
function nearest(points: readonly { x: number }[], event: PointerEvent<HTMLElement>): number {
  const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
  const distance = (place: number) => Math.abs((points[place]?.x ?? 0) - x);
  return points.reduce((best, _, place) => (distance(place) < distance(best) ? place : best), 0);
}

function onKey(event: KeyboardEvent, place: number, last: number, goTo: (to: number) => void): void {
  const to: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    PageDown: place - 10,
    PageUp: place + 10,
    Home: 0,
    End: last,
  };
  const next = to[event.key];
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  goTo(next);
}
