import type { PointerEvent, ReactNode } from 'react';
import { styled } from '../theme/styled.ts';
import { color, narrow, radius, shadow, visuallyHidden } from '../theme/tokens.ts';

/** A label on an axis. */
export interface AxisMark {
  /** 0 = left or bottom, 1 = right or top. */
  at: number;
  text: string;
}

interface ChartFrameProps {
  /** Names the chart and its table. */
  label: string;
  yMarks: readonly AxisMark[];
  xMarks: readonly AxisMark[];
  /** The same data as a table, for screen readers. */
  table: { head: readonly [string, string]; rows: readonly (readonly [string, string])[] };
  /** The value under the pointer. */
  pointed: { at: number; title: string; detail: string } | null;
  /** Receives the pointer's position as a share of the width; null when it leaves. */
  onPoint: (at: number | null) => void;
  /** The plot: an SVG of 1000 x 100 that is stretched over it. */
  children: ReactNode;
}

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: '44px minmax(0,1fr)',
  gap: '6px 8px',
  paddingTop: 6,
  fontSize: 11,
  lineHeight: '14px',
  color: color.text3,
  fontVariantNumeric: 'tabular-nums',
});
const Axis = styled('div')({
  position: 'relative',
  '& > span': { position: 'absolute', right: 0, transform: 'translateY(50%)' },
});
const Below = styled('div')({
  gridColumn: 2,
  position: 'relative',
  height: 14,
  '& > span': { position: 'absolute', transform: 'translateX(-50%)', whiteSpace: 'nowrap' },
  '& > span:first-of-type': { transform: 'none' },
  [narrow]: { '& > span:nth-of-type(even)': { display: 'none' } },
  '& > span:last-of-type': { transform: 'translateX(-100%)' },
});
const Plot = styled('div')({
  position: 'relative',
  height: 132,
  '& > svg': { position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' },
  '& > hr': { position: 'absolute', left: 0, right: 0, margin: 0, border: 0, borderTop: `1px solid ${color.lineSoft}` },
});
const Pointed = styled('div')({
  position: 'absolute',
  top: 0,
  bottom: 0,
  borderLeft: `1px dashed ${color.control}`,
  pointerEvents: 'none',
  '& > div': {
    position: 'absolute',
    top: 0,
    left: 8,
    padding: '4px 8px',
    borderRadius: radius.control,
    background: color.tooltip,
    boxShadow: shadow.menu,
    whiteSpace: 'nowrap',
    color: color.text2,
  },
  '& strong': { display: 'block', fontWeight: 600, color: color.text },
  '&[data-right] > div': { left: 'auto', right: 8 },
});
const ForReaders = styled('div')(visuallyHidden);

/** Axes, pointer line and data table around the plot of a chart. */
export function ChartFrame({ label, yMarks, xMarks, table, pointed, onPoint, children }: ChartFrameProps) {
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onPoint(box.width === 0 ? null : Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <Root aria-hidden>
        <Axis>
          {yMarks.map(({ at, text }) => (
            <span key={at} style={{ bottom: `${at * 100}%` }}>
              {text}
            </span>
          ))}
        </Axis>
        <Plot onPointerMove={follow} onPointerLeave={() => onPoint(null)}>
          {yMarks.map(({ at }) => (
            <hr key={at} style={{ bottom: `${at * 100}%` }} />
          ))}
          {children}
          {pointed ? (
            <Pointed style={{ left: `${pointed.at * 100}%` }} data-right={pointed.at > 0.8 || undefined}>
              <div>
                <strong>{pointed.title}</strong>
                {pointed.detail}
              </div>
            </Pointed>
          ) : null}
        </Plot>
        <Below>
          {xMarks.map(({ at, text }) => (
            <span key={at} style={{ left: `${at * 100}%` }}>
              {text}
            </span>
          ))}
        </Below>
      </Root>
      <ForReaders>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{table.head[0]}</th>
              <th scope="col">{table.head[1]}</th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ForReaders>
    </figure>
  );
}
