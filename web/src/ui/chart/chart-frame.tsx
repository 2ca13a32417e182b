import type { ReactNode } from 'react';
import { spread, type Reading } from './chart-scale.ts';
import { usePointed } from './use-pointed.ts';
import { Hidden, styled } from '../theme/styled.ts';
import { color, ellipsis, radius, shadow } from '../theme/tokens.ts';

const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 12.5,
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    height: 28,
    padding: '2px 8px',
    textAlign: 'right',
    borderBottom: `1px solid ${color.lineSoft}`,
    color: color.text2,
    fontWeight: 400,
  },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0, overflowWrap: 'anywhere', color: color.text },
  '& thead th': {
    color: color.text3,
    fontSize: 12,
    fontWeight: 500,
    position: 'sticky',
    top: 0,
    background: color.surface,
  },
});

interface ChartTableProps {
  label: string;
  headers: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly [string, ...string[]])[];
}

/** The numbers of a chart as a table. */
export function ChartTable({ label, headers, rows }: ChartTableProps) {
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {headers.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          // Names may repeat, as local times do when the clocks go back.
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={headers[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A range of a chart; `from` and `to` as shares of its width. */
export interface Band {
  from: number;
  to: number;
  label: string;
}

interface ChartFrameProps {
  label: string;
  readings: readonly Reading[];
  /** Position of a reading, as a share of the width. */
  placeOf: (index: number) => number;
  /** The scale, from 0 to its end. */
  steps: readonly number[];
  stepText: (step: number) => string;
  /** Labels every reading instead of about five. */
  everyLabel?: boolean;
  /** Time ranges to highlight. */
  bands?: readonly Band[];
  /** Headers of a table of the readings for screen readers. */
  headers?: readonly [string, string] | undefined;
  /** Draws the plot: an SVG of 1000 x 100, stretched to fit. */
  children: (marked: number | null) => ReactNode;
}

/** A card may be narrow in a wide window. */
const tight = '@container (max-width:359px)';

const Figure = styled('figure')({
  margin: 0,
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  containerType: 'inline-size',
});
const Root = styled('div')({
  flex: 1,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1fr)',
  gridTemplateRows: 'minmax(132px,1fr) 14px',
  gap: '6px 8px',
  paddingTop: 18,
  fontSize: 11,
  lineHeight: '14px',
  color: color.text3,
  fontVariantNumeric: 'tabular-nums',
});
const Axis = styled('div')({
  position: 'relative',
  minWidth: 28,
  '& > span': { position: 'absolute', right: 0, transform: 'translateY(50%)' },
  // Invisible copy of the longest step, which sets the width: the steps themselves are positioned absolutely.
  '& > i': { visibility: 'hidden', fontStyle: 'normal' },
});
const Below = styled('div')({
  gridColumn: 2,
  position: 'relative',
  '& > span': { position: 'absolute', transform: 'translateX(-50%)', textAlign: 'center', ...ellipsis },
  '& > span[data-edge="left"]': { transform: 'none' },
  '& > span[data-edge="right"]': { transform: 'translateX(-100%)' },
  // Hides every second label where all of them would overlap.
  [tight]: {
    '&[data-many] > span': { overflow: 'visible', textOverflow: 'clip' },
    '&[data-many] > span:nth-of-type(even)': { display: 'none' },
  },
});
const Plot = styled('div')({
  position: 'relative',
  borderRadius: radius.small,
  cursor: 'crosshair',
  touchAction: 'pan-y',
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.accent}` },
  '& > svg': { position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' },
  '& > i': {
    position: 'absolute',
    top: 0,
    bottom: 0,
    minWidth: 2,
    borderRadius: 2,
    background: `repeating-linear-gradient(-45deg, ${color.control} 0 2px, transparent 2px 7px)`,
    opacity: 0.55,
  },
  '& > hr': { position: 'absolute', left: 0, right: 0, margin: 0, border: 0, borderTop: `1px solid ${color.lineSoft}` },
});
const Pointed = styled('div')({
  position: 'absolute',
  top: 0,
  bottom: 0,
  zIndex: 1,
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

const share = (part: number): string => `${part * 100}%`;

const Bands = ({ bands }: { bands: readonly Band[] }) =>
  bands.map(({ from, to, label }) => (
    <i key={`${from} ${label}`} aria-hidden title={label} style={{ left: share(from), width: share(to - from) }} />
  ));

interface BelowPoint {
  at: number;
  label: string;
  short: string;
}

/** The labels below a plot. */
function Labels({ marks, centred }: { marks: readonly BelowPoint[]; centred: boolean }) {
  const edgeOf = (at: number) => (at === marks[0]?.at ? 'left' : at === marks.at(-1)?.at ? 'right' : undefined);
  return (
    <Below aria-hidden data-many={marks.length > 4 || undefined}>
      {marks.map(({ at, label, short }) => (
        <span
          key={at}
          title={label}
          data-edge={centred ? undefined : edgeOf(at)}
          style={{ left: share(at), maxWidth: `${100 / marks.length}%` }}
        >
          {short}
        </span>
      ))}
    </Below>
  );
}

/** Axes, tooltip and table around the plot of a chart; pointer and arrow keys reveal its readings. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, readings, placeOf, steps, stepText, everyLabel = false, bands = [], headers, children } = props;
  const top = steps.at(-1) ?? 1;
  const points = readings.map((reading, index) => ({
    ...reading,
    index,
    at: placeOf(index),
    text: `${reading.label}: ${reading.text}`,
  }));
  const { marked, slider } = usePointed(points, { label, summary: points.at(-1)?.text ?? '' });
  const [firstLine, ...more] = readings[marked?.index ?? -1]?.text.split('\n') ?? [];
  const marks = everyLabel ? points : spread(points);
  return (
    <Figure aria-label={label} data-grows>
      <Root>
        <Axis aria-hidden>
          <i>{stepText(top)}</i>
          {steps.map((step) => (
            <span key={step} style={{ bottom: `${(step / top) * 100}%` }}>
              {stepText(step)}
            </span>
          ))}
        </Axis>
        <Plot {...slider}>
          {steps.map((step) => (
            <hr key={step} aria-hidden style={{ bottom: `${(step / top) * 100}%` }} />
          ))}
          <Bands bands={bands} />
          {children(marked?.index ?? null)}
          {marked ? (
            <Pointed aria-hidden style={{ left: `${marked.at * 100}%` }} data-right={marked.at > 0.5 || undefined}>
              <div>
                <strong>{firstLine}</strong>
                {more.map((line) => (
                  <div key={line}>{line}</div>
                ))}
                {marked.label}
              </div>
            </Pointed>
          ) : null}
        </Plot>
        <Labels marks={marks} centred={everyLabel} />
      </Root>
      {headers ? (
        <Hidden as="div">
          <ChartTable label={label} headers={headers} rows={readings.map((reading) => [reading.label, reading.text])} />
        </Hidden>
      ) : null}
    </Figure>
  );
}
