import type { ChartData, MonitorRow, Outage } from '@mission-control/contract/monitors/calls';
import {
  FAILURES_TO_DOWN,
  MONITOR_RANGES,
  SLOW_MS,
  SUCCESSES_TO_UP,
  type MonitorRange,
} from '@mission-control/contract/monitors/rules';
import { useMemo } from 'react';
import { Link } from '../../../ui/action/link.tsx';
import { pathOfChangesBefore } from '../../timeline/public.tsx';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import type { Reading } from '../../../ui/chart/chart-scale.ts';
import { LineChart } from '../../../ui/chart/line-chart.tsx';
import { Count } from '../../../ui/display/mono.tsx';
import { visibleText } from '../../../ui/display/visible-text.ts';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { ExactTime } from '../../../ui/display/relative-time.tsx';
import { clockText, dayText, momentText } from '../../../ui/display/times.ts';
import { RANGE_WORDS, lengthText, msText, percentText } from '../time-texts.ts';

const RANGES = MONITOR_RANGES.map((value) => ({ value, label: RANGE_WORDS[value] }));

interface MonitorChartsProps {
  monitor: MonitorRow;
  range: MonitorRange;
  onRange: (range: MonitorRange) => void;
  now: Date;
}

/** Uptime and latency over a time range [MON-14]. */
export function MonitorCharts({ monitor, range, onRange, now }: MonitorChartsProps) {
  const readingsOf = ({ labels, values }: ChartData, textOf: (value: number | null) => string): Reading[] =>
    labels.map((label, index) => {
      const at = new Date(label);
      const value = values[index] ?? null;
      const short = range === '24h' ? clockText(at) : dayText(at, now);
      return { label: momentText(at, now), short, value, text: textOf(value) };
    });
  const { uptimeData: uptime, latencyData: latency } = monitor;
  return (
    <>
      <Toolbar>
        <Segment label="Range of the charts" options={RANGES} value={range} onChange={onRange} />
      </Toolbar>
      <Card title="Uptime">
        <BarChart
          label={`Uptime, ${RANGE_WORDS[range]}`}
          readings={readingsOf(uptime, percentText)}
          percent
          heads={['From', 'Uptime']}
        />
      </Card>
      <Card
        title="Latency"
        subtitle={
          <span style={{ whiteSpace: 'normal' }}>in ms, of good answers; from {msText(SLOW_MS)} an answer is slow</span>
        }
      >
        <LineChart
          label={`Latency, ${RANGE_WORDS[range]}`}
          readings={readingsOf(latency, msText)}
          heads={['From', 'Latency']}
          warnFrom={SLOW_MS}
        />
      </Card>
    </>
  );
}

interface OutageRow extends Outage {
  /** In ms, up to now while ongoing. */
  length: number;
  started: string;
}

const columnsOf = (tenant: number | null): readonly Column<OutageRow>[] => [
  {
    id: 'state',
    header: 'State',
    width: 110,
    cell: ({ ended_at: end }) => (
      <StatusChip meaning={end === null ? 'bad' : 'off'} variant="quiet" size="small">
        {end === null ? 'Ongoing' : 'Ended'}
      </StatusChip>
    ),
  },
  {
    id: 'started',
    header: 'Started',
    width: 150,
    cell: (row) => <ExactTime at={row.started_at} text={() => row.started} />,
    sortValue: (row) => row.started_at,
  },
  {
    id: 'length',
    header: 'Duration',
    width: 120,
    cell: (row) => lengthText(row.length),
    sortValue: (row) => row.length,
  },
  { id: 'error', header: 'Error', cell: (row) => visibleText(row.error), wrap: true },
  { id: 'failures', header: 'Failed checks', width: 120, align: 'right', cell: (row) => row.failures },
  {
    id: 'before',
    header: 'Before it',
    width: 150,
    cell: (row) => (
      <Link href={pathOfChangesBefore(row.started_at, tenant)} title="What changed in the two hours before">
        What changed
      </Link>
    ),
  },
];

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '12px 16px',
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.01em' },
});

const FIRST = { column: 'started', direction: 'desc' } as const;

/** The outages of the last 90 days. */
export function OutageTable({
  outages,
  tenant,
  now,
}: {
  outages: readonly Outage[];
  tenant: number | null;
  now: Date;
}) {
  const columns = useMemo(() => columnsOf(tenant), [tenant]);
  const rows = outages.map((outage) => {
    const from = new Date(outage.started_at);
    const to = outage.ended_at === null ? now.getTime() : Date.parse(outage.ended_at);
    return { ...outage, length: to - from.getTime(), started: momentText(from, now) };
  });
  return (
    <LocalTable
      label="Outages"
      toolbar={
        <Head>
          <h2>Outages</h2>
          <Count>{outages.length}</Count>
        </Head>
      }
      columns={columns}
      rows={rows}
      getRowId={(row) => row.started_at}
      defaultSort={FIRST}
      footNote={`${FAILURES_TO_DOWN} failed checks start an outage, ${SUCCESSES_TO_UP} good ones end it`}
      empty={<StatePanel title="No outages in 90 days." />}
    />
  );
}
