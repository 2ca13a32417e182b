import type { CallResponse } from '@mission-control/contract/call';
import type { ChartData, getMonitor, MonitorRow, Outage } from '@mission-control/contract/monitors/calls';
import { MONITOR_RANGES, type MonitorRange } from '@mission-control/contract/monitors/rules';
import type { Percentiles } from '@mission-control/contract/monitors/schema';
import { minutesText } from '@mission-control/contract/windows/rules';
import { countText, numberText } from '@mission-control/contract/numbers';
import { useMemo } from 'react';
import { Link } from '../../../ui/action/link.tsx';
import { pathOfChangesBefore } from '../../timeline/public.tsx';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import type { Band } from '../../../ui/chart/chart-frame.tsx';
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
import { PercentileChart } from './percentile-chart.tsx';
import { RANGE_WORDS, lengthText, msText, percentText } from '../monitor-words.ts';

const RANGES = MONITOR_RANGES.map((value) => ({ value, label: RANGE_WORDS[value] }));

type Maintenance = CallResponse<typeof getMonitor>['maintenance'];

/** Positions of maintenance windows on a chart. @param steps width of the chart in steps */
function maintenanceBands({ windows }: Maintenance, { labels }: ChartData, steps: number): Band[] {
  const [start = 0, next = 0] = labels.map((label) => Date.parse(label));
  const width = (next - start) * steps;
  if (width <= 0) return [];
  const place = (at: string): number => Math.min(1, Math.max(0, (Date.parse(at) - start) / width));
  return windows.map(({ name, from, to }) => ({ from: place(from), to: place(to), label: `Maintenance: ${name}` }));
}

/** 'hatched: 2 h of maintenance, 360 checks excluded, 12 failed'; null without any. */
function maintenanceText({ windows, minutes, checks, failures }: Maintenance): string | null {
  if (windows.length === 0) return null;
  const counts = [`${countText(checks, 'check')} excluded`, `${numberText(failures)} failed`];
  return [`hatched: ${minutesText(minutes)} of maintenance`, ...(checks === 0 ? [] : counts)].join(', ');
}

interface MonitorChartsProps {
  monitor: MonitorRow;
  maintenance: Maintenance;
  percentiles: Percentiles;
  slowMs: number;
  range: MonitorRange;
  onRange: (range: MonitorRange) => void;
  now: Date;
}

/** Uptime and latency over a time range [MON-14]. */
export function MonitorCharts({ monitor, maintenance, percentiles, slowMs, range, onRange, now }: MonitorChartsProps) {
  const readingsOf = ({ labels, values }: ChartData, textOf: (value: number | null) => string): Reading[] =>
    labels.map((label, index) => {
      const at = new Date(label);
      const value = values[index] ?? null;
      const short = range === '24h' ? clockText(at) : dayText(at, now);
      return { label: momentText(at, now), short, value, text: textOf(value) };
    });
  const { uptimeData: uptime, latencyData: latency } = monitor;
  const maintenanceNote = maintenanceText(maintenance);
  return (
    <>
      <Toolbar>
        <Segment label="Range of the charts" options={RANGES} value={range} onChange={onRange} />
      </Toolbar>
      <Card title="Uptime" {...(maintenanceNote === null ? null : { subtitle: <Wrapped>{maintenanceNote}</Wrapped> })}>
        <BarChart
          label={`Uptime, ${RANGE_WORDS[range]}`}
          readings={readingsOf(uptime, percentText)}
          percent
          bands={maintenanceBands(maintenance, uptime, uptime.labels.length)}
          headers={['From', 'Uptime']}
        />
      </Card>
      <Card title="Latency" subtitle={<Wrapped>in ms, of successful responses; slow from {msText(slowMs)}</Wrapped>}>
        <LineChart
          label={`Latency, ${RANGE_WORDS[range]}`}
          readings={readingsOf(latency, msText)}
          headers={['From', 'Latency']}
          bands={maintenanceBands(maintenance, latency, latency.labels.length - 1)}
          warnFrom={slowMs}
        />
      </Card>
      <PercentileChart percentiles={percentiles} average={monitor.averageLatency} range={range} now={now} />
    </>
  );
}

const Wrapped = styled('span')({ whiteSpace: 'normal' });

interface OutageRow extends Outage {
  host?: string;
  /** In ms, up to now while ongoing. */
  length: number;
  started: string;
}

const stateOf = ({ ended_at: end }: Outage) => (end === null ? 'Ongoing' : 'Ended');

const hostColumn: Column<OutageRow> = {
  id: 'host',
  header: 'Site',
  strong: true,
  wrap: true,
  cell: (row) => row.host ?? '',
  sortValue: (row) => row.host,
};

const columns: readonly Column<OutageRow>[] = [
  {
    id: 'state',
    header: 'State',
    width: 110,
    text: stateOf,
    cell: (outage) => (
      <StatusChip meaning={outage.ended_at === null ? 'bad' : 'off'} variant="quiet" size="small">
        {stateOf(outage)}
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
  {
    id: 'error',
    header: 'Error',
    cell: (row) => (row.window === null ? visibleText(row.error) : `${visibleText(row.error)} (in maintenance)`),
    wrap: true,
  },
  {
    id: 'failures',
    header: 'Failed checks',
    width: 120,
    align: 'right',
    cell: (row) => numberText(row.failures),
  },
];

const beforeColumn = (tenant: number | null): Column<OutageRow> => ({
  id: 'before',
  header: 'Before',
  text: null,
  width: 150,
  cell: (row) => (
    <Link href={pathOfChangesBefore(row.started_at, tenant)} title="What changed in the two hours before">
      What changed
    </Link>
  ),
});

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '12px 16px',
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.01em' },
});

const NEWEST_FIRST = { column: 'started', direction: 'desc' } as const;

interface OutageTableProps {
  /** With hosts if they are of several sites; the table then has no links to earlier changes. */
  outages: readonly (Outage & { host?: string })[];
  tenant: number | null;
  now: Date;
  empty: string;
  footNote?: string;
}

/** Outages, the newest first. */
export function OutageTable({ outages, tenant, now, empty, footNote }: OutageTableProps) {
  const hasHosts = outages.some(({ host }) => host !== undefined);
  const shown = useMemo(
    () => (hasHosts ? [hostColumn, ...columns] : [...columns, beforeColumn(tenant)]),
    [hasHosts, tenant],
  );
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
      columns={shown}
      rows={rows}
      getRowId={(row) => `${row.started_at} ${row.host ?? ''}`}
      defaultSort={NEWEST_FIRST}
      footNote={footNote}
      empty={<StatePanel title={empty} />}
    />
  );
}
