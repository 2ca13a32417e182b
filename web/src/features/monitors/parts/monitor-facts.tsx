import type { CallResponse } from '@mission-control/contract/call';
import type { getMonitor } from '@mission-control/contract/monitors/calls';
import { minutesText } from '@mission-control/contract/windows/rules';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { countText, numberText } from '@mission-control/contract/numbers';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow, panelSurface } from '../../../ui/theme/tokens.ts';
import { clockOrDayText } from '../../../ui/display/times.ts';
import { RANGE_WORDS, msOrDash, msText, percentText } from '../monitor-words.ts';

interface Fact {
  name: string;
  value: ReactNode;
  detail: ReactNode;
}

const Tiles = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))',
  gap: 12,
  '& > div': {
    padding: '12px 16px',
    ...panelSurface,
    minWidth: 0,
  },
  [narrow]: { gridTemplateColumns: '1fr 1fr', '& > div:last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' } },
  '& dt': { fontSize: 12, lineHeight: '16px', color: color.text2 },
  '& dd': {
    fontSize: 22,
    lineHeight: '32px',
    fontWeight: 620,
    letterSpacing: '-.02em',
    fontVariantNumeric: 'tabular-nums',
  },
  '& dd + dd': { fontSize: 12, lineHeight: '16px', fontWeight: 400, letterSpacing: 0, color: color.text3 },
});

/** Numbers with their names. */
export function FactTiles({ facts }: { facts: readonly Fact[] }) {
  return (
    <Tiles>
      {facts.map(({ name, value, detail }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'number' ? numberText(value) : value}</dd>
          <dd>{detail}</dd>
        </div>
      ))}
    </Tiles>
  );
}

const DAY = 86_400_000;

interface MonitorFactsProps {
  detail: CallResponse<typeof getMonitor>;
  range: MonitorRange;
  now: Date;
}

/** Uptime, latency, the last check and warnings in numbers. */
export function MonitorFacts({ detail, range, now }: MonitorFactsProps) {
  const { monitor, maintenance, percentiles, certificate_ends: ends } = detail;
  const without = maintenance.minutes === 0 ? '' : `, without ${minutesText(maintenance.minutes)} of maintenance`;
  return (
    <FactTiles
      facts={[
        { name: 'Uptime', value: percentText(monitor.uptimepc), detail: `${RANGE_WORDS[range]}${without}` },
        { name: 'Average latency', value: msOrDash(monitor.averageLatency), detail: RANGE_WORDS[range] },
        {
          name: '95th percentile',
          value: msOrDash(percentiles.p95),
          detail: percentiles.median === null ? RANGE_WORDS[range] : `half within ${msText(percentiles.median)}`,
        },
        {
          name: 'Response time',
          value: msOrDash(monitor.response_time),
          detail: monitor.last_check ? <RelativeTime at={monitor.last_check} /> : 'not checked yet',
        },
        {
          name: 'Last online',
          value: monitor.last_online ? clockOrDayText(new Date(monitor.last_online), now) : 'never',
          detail: monitor.last_online ? <RelativeTime at={monitor.last_online} /> : 'since it is checked',
        },
        { name: 'Warnings', value: monitor.warning_count, detail: certificateText(ends, now) },
      ]}
    />
  );
}

function certificateText(ends: string | null, now: Date): string {
  if (ends === null) return 'no certificate seen';
  const days = Math.floor((Date.parse(ends) - now.getTime()) / DAY);
  return days < 0 ? 'certificate has expired' : `certificate expires in ${countText(days, 'day')}`;
}

const NAMES = ['Uptime', 'Average latency', '95th percentile', 'Response time', 'Last online', 'Warnings'];
const FACTS = NAMES.map((name) => ({
  name,
  value: <Skeleton width="60%" height={20} />,
  detail: <Skeleton width="40%" height={10} />,
}));

/** Placeholder of the same size. */
export const FactSkeletons = () => <FactTiles facts={FACTS} />;
