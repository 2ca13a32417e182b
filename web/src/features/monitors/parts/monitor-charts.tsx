import type { ChartData, MonitorRow } from '@mission-control/contract/monitors/calls';
import { MONITOR_RANGES, SLOW_MS, type MonitorRange } from '@mission-control/contract/monitors/rules';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { LineChart } from '../../../ui/chart/line-chart.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { RANGE_WORDS, clockText, dayText, momentText, msText, percentText } from '../time-texts.ts';

const RANGES = MONITOR_RANGES.map((value) => ({ value, label: RANGE_WORDS[value] }));

interface MonitorChartsProps {
  monitor: MonitorRow;
  range: MonitorRange;
  onRange: (range: MonitorRange) => void;
  now: Date;
}

/** Uptime and latency over a range of time [MON-14]. */
export function MonitorCharts({ monitor, range, onRange, now }: MonitorChartsProps) {
  const textsOf = ({ labels }: ChartData) => {
    const times = labels.map((label) => new Date(label));
    return {
      labels: times.map((at) => `${momentText(at, now)} UTC`),
      axisLabels: times.map((at) => (range === '24h' ? clockText(at) : dayText(at, now))),
    };
  };
  const { uptimeData: uptime, latencyData: latency } = monitor;
  return (
    <>
      <Toolbar>
        <Segment label="Range of the charts" options={RANGES} value={range} onChange={onRange} />
      </Toolbar>
      <Card title="Uptime">
        <BarChart
          label={`Uptime, ${RANGE_WORDS[range]}`}
          values={uptime.values}
          {...textsOf(uptime)}
          head={['From', 'Uptime']}
          valueText={percentText}
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
          values={latency.values}
          {...textsOf(latency)}
          head={['From', 'Latency']}
          valueText={msText}
          warnFrom={SLOW_MS}
        />
      </Card>
    </>
  );
}
