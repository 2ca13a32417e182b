import { useId, useState } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { spreadMarks } from './chart-scale.ts';
import { color, meaningColor } from '../theme/tokens.ts';

interface BarChartProps {
  label: string;
  /** In percent; null where nothing was measured. */
  values: readonly (number | null)[];
  labels: readonly string[];
  /** Short ones, for the axis. */
  axisLabels: readonly string[];
  /** Table headers: labels, then values. */
  head: readonly [string, string];
  valueText: (value: number | null) => string;
}

const WIDTH = 1000;
const tones = { good: meaningColor.good.main, warn: meaningColor.warn.main, bad: meaningColor.bad.main } as const;

/** Below 99.9% a bar warns, below 97% it alarms. */
const toneOf = (value: number): keyof typeof tones => (value >= 99.9 ? 'good' : value >= 97 ? 'warn' : 'bad');

/** Shares over time as bars, coloured by severity. */
export function BarChart({ label, values, labels, axisLabels, head, valueText }: BarChartProps) {
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const step = WIDTH / Math.max(1, values.length);
  const index = at === null ? null : Math.min(values.length - 1, Math.floor(at * values.length));
  const pointed =
    index === null || index < 0
      ? null
      : {
          at: (index + 0.5) / values.length,
          title: valueText(values[index] ?? null),
          detail: labels[index] ?? '',
        };
  return (
    <ChartFrame
      label={label}
      yMarks={[0, 50, 100].map((share) => ({ at: share / 100, text: `${share}%` }))}
      xMarks={spreadMarks(axisLabels)}
      table={{ head, rows: labels.map((name, row) => [name, valueText(values[row] ?? null)] as const) }}
      pointed={pointed}
      onPoint={setAt}
    >
      <svg viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none">
        <defs>
          {Object.entries(tones).map(([tone, hue]) => (
            <linearGradient key={tone} id={`${id}${tone}`} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor={hue} stopOpacity="0.8" />
              <stop offset="1" stopColor={hue} stopOpacity="0.22" />
            </linearGradient>
          ))}
        </defs>
        {values.map((value, bar) => {
          // A total failure must still be visible.
          const height = value === null ? 4 : Math.max(2, value);
          return (
            <rect
              key={labels[bar]}
              x={bar * step + step * 0.08}
              width={step * 0.84}
              y={100 - height}
              height={height}
              fill={value === null ? color.raised : `url(#${id}${toneOf(value)})`}
            />
          );
        })}
      </svg>
    </ChartFrame>
  );
}
