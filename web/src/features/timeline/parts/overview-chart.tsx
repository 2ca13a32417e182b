import { CHANGE_KINDS, TIMELINE_PARTS as PARTS, type TimelineKind } from '@mission-control/contract/timeline/kinds';
import { countText } from '@mission-control/contract/numbers';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { styled } from '../../../ui/theme/styled.ts';
import { chartColor, color, meaningColor, narrow, radius } from '../../../ui/theme/tokens.ts';
import { clockText, dayText, momentText } from '../../../ui/display/times.ts';
import { rangeText } from '../time-texts.ts';
import type { Range } from '../timeline-search.ts';

interface Part {
  part: number;
  counts: Partial<Record<TimelineKind, number>>;
}

interface OverviewChartProps {
  range: Range;
  parts: readonly Part[];
  /** Time in ms before which nothing was counted; null: all is counted. */
  since: number | null;
  /** Marked times in ms: the failure under investigation. */
  marked: number | null;
  onZoom: (from: number, to: number) => void;
}

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1fr)',
  gap: '4px 10px',
  fontSize: 11,
  lineHeight: '14px',
  color: color.text3,
  fontVariantNumeric: 'tabular-nums',
});
const Lanes = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-around',
  '& > span:first-of-type': { color: chartColor[0] },
  '& > span:last-of-type': { color: meaningColor.bad.main },
});
const Plot = styled('div')({
  position: 'relative',
  height: 88,
  borderRadius: radius.small,
  background: color.inset,
  cursor: 'col-resize',
  touchAction: 'pan-y',
  userSelect: 'none',
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.accent}` },
  '& > svg': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  [narrow]: { height: 104 },
});
const Band = styled('div')({
  position: 'absolute',
  top: 0,
  bottom: 0,
  background: color.accentTint,
  borderLeft: `1px solid ${color.accentLine}`,
  borderRight: `1px solid ${color.accentLine}`,
  pointerEvents: 'none',
  '&[data-uncounted]': { background: color.skeleton, border: 0, opacity: 0.6 },
});
const Mark = styled('div')({
  position: 'absolute',
  top: 0,
  bottom: 0,
  borderLeft: `1px dashed ${meaningColor.bad.main}`,
  pointerEvents: 'none',
});
const Below = styled('div')({
  gridColumn: 2,
  display: 'flex',
  justifyContent: 'space-between',
  [narrow]: { '& > span:nth-of-type(even)': { display: 'none' } },
});
const Status = styled('p')({
  gridColumn: '1 / -1',
  minHeight: 16,
  fontSize: 12,
  lineHeight: '16px',
  color: color.text2,
});

const sumOf = ({ counts }: Part, wanted: boolean): number =>
  Object.entries(counts).reduce(
    (sum, [kind, count]) => sum + (CHANGE_KINDS.includes(kind as TimelineKind) === wanted ? count : 0),
    0,
  );

/** Entries over time as columns: changes above, failures below. Dragging or the keyboard selects part of the range. */
export function OverviewChart({ range, parts, since, marked, onZoom }: OverviewChartProps) {
  const timeOf = (part: number) => range.from + ((range.to - range.from) * part) / PARTS;
  const shareOf = (time: number) => Math.min(1, Math.max(0, (time - range.from) / (range.to - range.from)));
  const { chosen, text, slider } = useSelection({ parts, timeOf, onZoom });
  const top = Math.max(1, ...parts.flatMap((part) => [sumOf(part, true), sumOf(part, false)]));
  const height = (count: number) => (count === 0 ? 0 : Math.max(4, (count / top) * 48));
  return (
    <Root>
      <Lanes aria-hidden>
        <span>Changes</span>
        <span>Problems</span>
      </Lanes>
      <Plot {...slider}>
        <svg viewBox={`0 0 ${PARTS} 100`} preserveAspectRatio="none" aria-hidden>
          <rect x={0} width={PARTS} y={49.5} height={1} fill={color.line} />
          {parts.map((part) => (
            <g key={part.part}>
              <rect
                x={part.part + 0.1}
                width={0.8}
                y={50 - height(sumOf(part, true))}
                height={height(sumOf(part, true))}
                fill={chartColor[0]}
              />
              <rect
                x={part.part + 0.1}
                width={0.8}
                y={50}
                height={height(sumOf(part, false))}
                fill={meaningColor.bad.main}
              />
            </g>
          ))}
        </svg>
        {since === null ? null : <Band data-uncounted style={{ left: 0, width: `${shareOf(since) * 100}%` }} />}
        {marked === null ? null : <Mark style={{ left: `${shareOf(marked) * 100}%` }} />}
        {chosen === null ? null : (
          <Band
            style={{
              left: `${(chosen.first / PARTS) * 100}%`,
              width: `${((chosen.last - chosen.first + 1) / PARTS) * 100}%`,
            }}
          />
        )}
      </Plot>
      <Below aria-hidden>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{axisText(new Date(timeOf(share * PARTS)), range)}</span>
        ))}
      </Below>
      <Status>{chosen === null ? 'Drag over the chart, or use the arrow keys, to zoom in.' : text}</Status>
    </Root>
  );
}

const A_DAY = 86_400_000;
const axisText = (at: Date, { from, to }: Range): string =>
  to - from > 4 * A_DAY
    ? dayText(at, new Date(to))
    : to - from > A_DAY / 2
      ? momentText(at, new Date(to))
      : clockText(at);

interface SelectionInput extends Pick<OverviewChartProps, 'parts' | 'onZoom'> {
  timeOf: (part: number) => number;
}

/** The selected parts, and the attributes of their slider: arrows move, Shift and arrows extend, Enter zooms in. */
function useSelection({ parts, timeOf, onZoom }: SelectionInput) {
  const [choice, setChoice] = useState<{ anchor: number; at: number; dragging: boolean } | null>(null);
  const chosen = choice && { first: Math.min(choice.anchor, choice.at), last: Math.max(choice.anchor, choice.at) };
  const text = textOf(chosen ?? { first: 0, last: PARTS - 1 }, parts, timeOf);
  const zoom = () => {
    if (!chosen) return;
    setChoice(null);
    onZoom(timeOf(chosen.first), timeOf(chosen.last + 1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && choice) setChoice(null);
    else if (event.key === 'Enter') zoom();
    else {
      const at = placeByKey(event.key, choice?.at ?? PARTS);
      if (at === undefined) return;
      setChoice({ anchor: event.shiftKey && choice ? choice.anchor : at, at, dragging: false });
    }
    event.preventDefault();
  };
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': 'Part of the range',
    'aria-valuemin': 0,
    'aria-valuemax': PARTS - 1,
    'aria-valuenow': choice?.at ?? PARTS - 1,
    'aria-valuetext': text,
    onKeyDown,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      const at = placeOf(event);
      setChoice({ anchor: at, at, dragging: true });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const at = placeOf(event);
      setChoice((now) => (now?.dragging && now.at !== at ? { ...now, at } : now));
    },
    onPointerUp: () => {
      if (chosen && chosen.first < chosen.last) zoom();
      else setChoice((now) => now && { ...now, dragging: false });
    },
    onPointerCancel: () => setChoice(null),
  } as const;
  return { chosen, text, slider };
}

function textOf(
  { first, last }: { first: number; last: number },
  parts: readonly Part[],
  timeOf: (part: number) => number,
) {
  const within = parts.filter(({ part }) => part >= first && part <= last);
  const sum = (wanted: boolean) => within.reduce((all, part) => all + sumOf(part, wanted), 0);
  const [from, to] = [new Date(timeOf(first)), new Date(timeOf(last + 1))];
  return `${rangeText(from, to, to)}: ${countText(sum(true), 'change')}, ${countText(sum(false), 'problem')}`;
}

function placeOf(event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const share = width === 0 ? 0 : (event.clientX - left) / width;
  return Math.min(PARTS - 1, Math.max(0, Math.floor(share * PARTS)));
}

function placeByKey(key: string, at: number): number | undefined {
  const places: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 10,
    PageUp: at + 10,
    Home: 0,
    End: PARTS - 1,
  };
  const to = places[key];
  return to === undefined ? undefined : Math.min(PARTS - 1, Math.max(0, to));
}
