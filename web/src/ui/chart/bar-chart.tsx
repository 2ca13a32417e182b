import { useId } from 'react';
import { ChartFrame, type Band } from './chart-frame.tsx';
import { axisSteps, shortCountText, type Reading } from './chart-scale.ts';
import { styled } from '../theme/styled.ts';
import { chartColor, color, meaningColor } from '../theme/tokens.ts';

interface BarChartProps {
  label: string;
  readings: readonly Reading[];
  /** Shares of 100%, coloured by severity; otherwise counts, the highest with its number. */
  percent?: boolean;
  headers?: readonly [string, string];
  bands?: readonly Band[];
  /** Bars over time: draws only some of the labels. */
  sparse?: boolean;
}

const WIDTH = 1000;
const tones = {
  good: meaningColor.good.main,
  warn: meaningColor.warn.main,
  bad: meaningColor.bad.main,
  count: chartColor[0],
} as const;

/** A share below 99.9% is a warning, below 97% an alarm. */
const severityOf = (share: number) => (share >= 99.9 ? 'good' : share >= 97 ? 'warn' : 'bad');

const Highest = styled('b')({
  position: 'absolute',
  transform: 'translate(-50%, -3px)',
  fontWeight: 600,
  color: color.text,
  whiteSpace: 'nowrap',
});

/** Values over time or by category as bars. */
export function BarChart({ label, readings, percent = false, headers, bands = [], sparse = percent }: BarChartProps) {
  const id = useId();
  const max = Math.max(0, ...readings.map(({ value }) => value ?? 0));
  const steps = percent ? [0, 50, 100] : axisSteps(max);
  const top = steps.at(-1) ?? 1;
  const highest = percent || max === 0 ? -1 : readings.findIndex(({ value }) => value === max);
  const step = WIDTH / Math.max(1, readings.length);
  const placeOf = (index: number) => (index + 0.5) / Math.max(1, readings.length);
  // A total failure must still be visible.
  const heightOf = (value: number | null) => (value === null ? 4 : Math.max(percent ? 2 : 0.5, (value / top) * 100));
  return (
    <ChartFrame
      label={label}
      readings={readings}
      placeOf={placeOf}
      steps={steps}
      stepText={(value) => (percent ? `${value}%` : shortCountText(value))}
      everyLabel={!sparse}
      bands={bands}
      headers={headers}
    >
      {(marked) => (
        <>
          <svg viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none" aria-hidden>
            <defs>
              {Object.entries(tones).map(([tone, hue]) => (
                <linearGradient key={tone} id={`${id}${tone}`} x1="0" y1="0" x2="0" y2="1">
                  <stop offset="0" stopColor={hue} stopOpacity="0.8" />
                  <stop offset="1" stopColor={hue} stopOpacity="0.22" />
                </linearGradient>
              ))}
            </defs>
            {readings.map(({ value }, bar) => (
              // Labels may repeat, as local times do when the clocks go back.
              <rect
                key={bar}
                x={bar * step + step * 0.08}
                width={step * 0.84}
                y={100 - heightOf(value)}
                height={heightOf(value)}
                fill={value === null ? color.raised : `url(#${id}${percent ? severityOf(value) : 'count'})`}
                opacity={percent || bar === marked || bar === highest ? 1 : 0.8}
              />
            ))}
          </svg>
          {highest === -1 ? null : (
            <Highest aria-hidden style={{ left: `${placeOf(highest) * 100}%`, bottom: `${heightOf(max)}%` }}>
              {shortCountText(max)}
            </Highest>
          )}
        </>
      )}
    </ChartFrame>
  );
}

interface ShareStripProps {
  /** In percent; null where nothing was measured. */
  values: readonly (number | null)[];
  /** Without colours: no longer measured. */
  quiet?: boolean;
}

const Strip = styled('div')({
  display: 'flex',
  gap: 2,
  height: 20,
  '& > i': { flex: 1, borderRadius: 2, background: color.raised },
  '& > i[data-share="good"]': { background: meaningColor.good.main, opacity: 0.65 },
  '& > i[data-share="warn"]': { background: meaningColor.warn.main },
  '& > i[data-share="bad"]': { background: meaningColor.bad.main },
  '& > i[data-share="off"]': { background: meaningColor.off.main, opacity: 0.5 },
});

/** One box per day, coloured by its share; decorative, since the share is also written out. */
export function ShareStrip({ values, quiet = false }: ShareStripProps) {
  return (
    <Strip aria-hidden>
      {values.map((value, index) => (
        // The boxes never reorder: the index is the identity.
        <i key={index} data-share={value === null ? undefined : quiet ? 'off' : severityOf(value)} />
      ))}
    </Strip>
  );
}
