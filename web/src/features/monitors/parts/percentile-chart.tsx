import { mdiChartLine } from '@mdi/js';
import type { Percentiles } from '@mission-control/contract/monitors/schema';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { numberText } from '@mission-control/contract/numbers';
import { ChartFrame } from '../../../ui/chart/chart-frame.tsx';
import { axisSteps, curvePaths, curvePoints } from '../../../ui/chart/chart-scale.ts';
import { clockText, momentText } from '../../../ui/display/times.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { chartColor } from '../../../ui/theme/tokens.ts';
import { RANGE_WORDS, msText } from '../monitor-words.ts';

const BOX = { width: 1000, height: 100 };

const Legend = styled('span')({
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: '0 16px',
  whiteSpace: 'normal',
  '& i': {
    display: 'inline-block',
    width: 16,
    marginRight: 6,
    borderTop: '2px solid',
    verticalAlign: 'middle',
    '&[data-dashed]': { borderTopStyle: 'dashed' },
  },
});

const LINES = [
  { name: '95% answered within', hue: chartColor[4], dashed: false },
  { name: 'half within', hue: chartColor[0], dashed: true },
] as const;

const LegendEntries = ({ range }: { range: MonitorRange }) => (
  <Legend>
    {LINES.map(({ name, hue, dashed }) => (
      <span key={name}>
        <i aria-hidden data-dashed={dashed || undefined} style={{ borderColor: hue }} />
        {name}
      </span>
    ))}
    <span>{range === '24h' ? 'in ms, by half-hour' : 'in ms, by day (UTC)'}</span>
  </Legend>
);

/** @param series values of each of the lines */
const Lines = ({ series, top }: { series: readonly (readonly (number | null)[])[]; top: number }) => (
  <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden>
    {LINES.map(({ name, hue, dashed }, index) => {
      const { line, area } = curvePaths(curvePoints(series[index] ?? [], { ...BOX, floor: top }), BOX.height);
      return (
        <g key={name}>
          <path d={area} fill={hue} opacity={0.1} />
          <path
            d={line}
            fill="none"
            stroke={hue}
            strokeWidth="1.6"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
            {...(dashed ? { strokeDasharray: '5 4' } : null)}
          />
        </g>
      );
    })}
  </svg>
);

/** Replaces the chart when it has fewer than two points. */
function TooFewPoints({ percentiles: { median, p95 }, average, range }: Omit<PercentileChartProps, 'now'>) {
  if (p95 === null && average === null)
    return <StatePanel title="No successful response">{`None in the last ${RANGE_WORDS[range]}.`}</StatePanel>;
  if (p95 === null)
    return <StatePanel title="No percentiles yet">Imported and older measurements have averages only.</StatePanel>;
  return (
    <StatePanel icon={mdiChartLine} title={textOf(p95, median).replace('\n', ', ')}>
      {range === '24h' ? 'The chart begins with the second half-hour.' : 'The chart begins with the second day.'}
    </StatePanel>
  );
}

interface PercentileChartProps {
  percentiles: Percentiles;
  /** Average latency of the same range, which imported measurements have too; null without a successful response. */
  average: number | null;
  range: MonitorRange;
  now: Date;
}

/** The median and 95th percentile of the latency over time. */
export function PercentileChart({ percentiles, average, range, now }: PercentileChartProps) {
  const { labels, medians, p95s } = percentiles;
  const steps = axisSteps(Math.max(0, ...p95s.map((value) => value ?? 0)));
  return (
    <Card title="Latency percentiles" subtitle={<LegendEntries range={range} />}>
      {p95s.filter((value) => value !== null).length < 2 ? (
        <TooFewPoints percentiles={percentiles} average={average} range={range} />
      ) : (
        <ChartFrame
          label={`Latency percentiles, ${RANGE_WORDS[range]}`}
          readings={labels.map((label, index) => {
            const at = new Date(label);
            const isDay = range !== '24h';
            return {
              label: isDay ? label.slice(0, 10) : momentText(at, now),
              short: isDay ? label.slice(5, 10) : clockText(at),
              value: p95s[index] ?? null,
              text: textOf(p95s[index] ?? null, medians[index] ?? null),
            };
          })}
          placeOf={(index) => index / Math.max(1, labels.length - 1)}
          steps={steps}
          stepText={numberText}
          headers={['From', 'Latency']}
        >
          {() => <Lines series={[p95s, medians]} top={steps.at(-1) ?? 1} />}
        </ChartFrame>
      )}
    </Card>
  );
}

const textOf = (p95: number | null, median: number | null): string =>
  p95 === null || median === null ? 'No percentiles' : `95% within ${msText(p95)}\nhalf within ${msText(median)}`;
