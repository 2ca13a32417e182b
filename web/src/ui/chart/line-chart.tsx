import { numberText } from '@mission-control/contract/numbers';
import { useId } from 'react';
import { ChartFrame, type Band } from './chart-frame.tsx';
import { axisSteps, curvePaths, curvePoints, type Reading } from './chart-scale.ts';
import { usePointed } from './use-pointed.ts';
import { styled } from '../theme/styled.ts';
import { Tip } from '../action/tip.tsx';
import { color, meaningColor, radius, shadeColor, type Meaning, type Shade } from '../theme/tokens.ts';

interface LineChartProps {
  label: string;
  readings: readonly Reading[];
  headers: readonly [string, string];
  /** Values from this threshold on change the colour of the line. */
  warnFrom: number;
  bands?: readonly Band[];
}

const BOX = { width: 1000, height: 100 };

/** Values over time as a line over a gradient: green below the warning, yellow from it, red from twice its value. */
export function LineChart({ label, readings, headers, warnFrom, bands = [] }: LineChartProps) {
  const id = useId();
  const values = readings.map(({ value }) => value);
  const steps = axisSteps(Math.max(0, ...values.filter((value) => value !== null)));
  const top = steps.at(-1) ?? 1;
  const { line, area } = curvePaths(curvePoints(values, { ...BOX, floor: top }), BOX.height);
  const red = BOX.height * (1 - (warnFrom * 2) / top);
  return (
    <ChartFrame
      label={label}
      readings={readings}
      placeOf={(index) => index / Math.max(1, readings.length - 1)}
      steps={steps}
      stepText={numberText}
      bands={bands}
      headers={headers}
    >
      {() => (
        <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden>
          <defs>
            <Gradient id={`${id}line`} end={red} opacity={[1, 1]} />
            <Gradient id={`${id}area`} end={red} opacity={[0.05, 0.45]} />
          </defs>
          <path d={area} fill={`url(#${id}area)`} />
          <path
            d={line}
            fill="none"
            stroke={`url(#${id}line)`}
            strokeWidth="1.6"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
    </ChartFrame>
  );
}

interface GradientProps {
  id: string;
  /** Height of the last stop. */
  end: number;
  /** At zero, and at the warning and above. */
  opacity: readonly [number, number];
}

/** In the plot's own units from the bottom up, so that a height always has the same colour. */
function Gradient({ id, end, opacity: [low, high] }: GradientProps) {
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={BOX.height} y2={end}>
      <stop offset={0} stopColor={meaningColor.good.main} stopOpacity={low} />
      <stop offset={0.35} stopColor={meaningColor.good.main} stopOpacity={high} />
      <stop offset={0.5} stopColor={meaningColor.warn.main} stopOpacity={high} />
      <stop offset={1} stopColor={meaningColor.bad.main} stopOpacity={high} />
    </linearGradient>
  );
}

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

const SPARK = { width: 128, height: 40 };

const Spark = styled('span')({
  display: 'inline-block',
  ...SPARK,
  verticalAlign: 'middle',
  borderRadius: radius.small,
  cursor: 'crosshair',
  touchAction: 'pan-y',
  '& > svg': { display: 'block', overflow: 'visible' },
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.accent}` },
});

/** A small curve of 128 x 40 px; pointer and arrow keys reveal the values [DB-09]. */
export function Sparkline({ values, shade, floor, label, summary, textOf }: SparklineProps) {
  const drawn = curvePoints(values, { ...SPARK, floor });
  const points = drawn.map((point) => ({
    ...point,
    at: point.x / SPARK.width,
    text: textOf(point.index, point.value),
  }));
  const { marked, text, slider } = usePointed(points, { label, summary });
  const { line, area } = curvePaths(drawn, SPARK.height);
  const stroke = shadeColor[shade];
  return (
    <Tip text={text} names>
      <Spark {...slider}>
        <svg {...SPARK} data-shade={shade} aria-hidden>
          {/* Visible where there is no curve. */}
          <path d={`M0 ${SPARK.height}H${SPARK.width}`} stroke={shadeColor.grey} strokeDasharray="2 4" fill="none" />
          <path d={area} fill={stroke} opacity={0.14} />
          <path d={line} stroke={stroke} strokeWidth={1.5} strokeLinejoin="round" strokeLinecap="round" fill="none" />
          {marked ? (
            <>
              <path d={`M${marked.x} 0V${SPARK.height}`} stroke={color.control} fill="none" />
              <circle cx={marked.x} cy={marked.y} r={3} fill={stroke} stroke={color.surface} strokeWidth={1.5} />
            </>
          ) : null}
        </svg>
      </Spark>
    </Tip>
  );
}

const TREND = { width: 112, height: 24 };

/** A decorative trend beside a number; its text is elsewhere. */
export function TrendLine({ values, meaning }: { values: readonly (number | null)[]; meaning: Meaning }) {
  const { line } = curvePaths(curvePoints(values, { ...TREND, floor: 1 }), TREND.height);
  const stroke = meaningColor[meaning].main;
  return (
    <svg {...TREND} style={{ overflow: 'visible' }} aria-hidden>
      <path d={line} fill="none" stroke={stroke} strokeWidth="1.4" strokeLinecap="round" />
    </svg>
  );
}
