import { useId, useState } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { roundTop, spreadMarks, stretchesOf } from './chart-scale.ts';
import { meaningColor } from '../theme/tokens.ts';

interface LineChartProps {
  label: string;
  /** Null where nothing was measured. */
  values: readonly (number | null)[];
  labels: readonly string[];
  axisLabels: readonly string[];
  head: readonly [string, string];
  valueText: (value: number | null) => string;
  /** Threshold from which a value warns: the line changes its colour. */
  warnFrom: number;
}

const WIDTH = 1000;
const HEIGHT = 100;

/** Values over time as a line over a gradient: green below the warning, yellow from it, red from twice its value. */
export function LineChart({ label, values, labels, axisLabels, head, valueText, warnFrom }: LineChartProps) {
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const top = roundTop(Math.max(0, ...values.filter((value) => value !== null)));
  const last = Math.max(1, values.length - 1);
  const x = (index: number) => (index / last) * WIDTH;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const index = at === null ? null : Math.round(at * last);
  return (
    <ChartFrame
      label={label}
      yMarks={[0, 0.5, 1].map((share) => ({ at: share, text: (top * share).toLocaleString('en-GB') }))}
      xMarks={spreadMarks(axisLabels)}
      table={{ head, rows: labels.map((name, row) => [name, valueText(values[row] ?? null)] as const) }}
      pointed={
        index === null
          ? null
          : { at: index / last, title: valueText(values[index] ?? null), detail: labels[index] ?? '' }
      }
      onPoint={setAt}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <defs>
          <Gradient id={`${id}line`} y={y} warnFrom={warnFrom} opacity={[1, 1]} />
          <Gradient id={`${id}area`} y={y} warnFrom={warnFrom} opacity={[0.05, 0.45]} />
        </defs>
        {stretchesOf(values).map((stretch) => {
          const first = stretch[0]?.index ?? 0;
          const end = stretch.at(-1)?.index ?? first;
          const points = stretch.map((one) => `${x(one.index).toFixed(1)},${y(one.value).toFixed(1)}`);
          // An isolated value is drawn as a short dash to be visible.
          const line = points.length === 1 ? `M${points[0]}h3` : `M${points.join('L')}`;
          return (
            <g key={first}>
              <path d={`M${x(first)},${HEIGHT}L${points.join('L')}L${x(end)},${HEIGHT}Z`} fill={`url(#${id}area)`} />
              <path
                d={line}
                fill="none"
                stroke={`url(#${id}line)`}
                strokeWidth="1.6"
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            </g>
          );
        })}
      </svg>
    </ChartFrame>
  );
}

interface GradientProps {
  id: string;
  y: (value: number) => number;
  warnFrom: number;
  /** At zero, and at the warning and above. */
  opacity: readonly [number, number];
}

/** In the plot's own units from the bottom up, so that a height always has the same colour. */
function Gradient({ id, y, warnFrom, opacity }: GradientProps) {
  const stops = [
    { offset: 0, stopColor: meaningColor.good.main, stopOpacity: opacity[0] },
    { offset: 0.35, stopColor: meaningColor.good.main, stopOpacity: opacity[1] },
    { offset: 0.5, stopColor: meaningColor.warn.main, stopOpacity: opacity[1] },
    { offset: 1, stopColor: meaningColor.bad.main, stopOpacity: opacity[1] },
  ];
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={HEIGHT} y2={y(warnFrom * 2)}>
      {stops.map((stop) => (
        <stop key={stop.offset} {...stop} />
      ))}
    </linearGradient>
  );
}
