import type { CallAnswer } from '@mission-control/contract/call';
import type { getMonitor } from '@mission-control/contract/monitors/calls';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RANGE_WORDS } from '../range-words.ts';
import { clockText, dayText, msText, percentText } from '../time-texts.ts';
import { FactTiles } from './fact-tiles.tsx';

const DAY = 86_400_000;

interface MonitorFactsProps {
  detail: CallAnswer<typeof getMonitor>;
  range: MonitorRange;
  now: Date;
}

/** Uptime, latency, the last check and the warnings in numbers. */
export function MonitorFacts({ detail: { monitor, certificate_ends: ends }, range, now }: MonitorFactsProps) {
  return (
    <FactTiles
      facts={[
        { name: 'Uptime', value: percentText(monitor.uptimepc), detail: RANGE_WORDS[range] },
        { name: 'Average latency', value: orDash(monitor.averageLatency, msText), detail: RANGE_WORDS[range] },
        {
          name: 'Response time',
          value: orDash(monitor.response_time, msText),
          detail: monitor.last_check ? <RelativeTime at={monitor.last_check} /> : 'not checked yet',
        },
        {
          name: 'Last online',
          value: monitor.last_online ? momentOf(new Date(monitor.last_online), now) : 'never',
          detail: monitor.last_online ? <RelativeTime at={monitor.last_online} /> : 'since it is checked',
        },
        { name: 'Warnings', value: monitor.warning_count, detail: certificateText(ends, now) },
      ]}
    />
  );
}

function orDash(value: number | null, text: (value: number) => string): string {
  return value === null ? '–' : text(value);
}

const momentOf = (at: Date, now: Date): string =>
  now.getTime() - at.getTime() < DAY ? `${clockText(at)} UTC` : dayText(at, now);

function certificateText(ends: string | null, now: Date): string {
  if (ends === null) return 'no certificate seen';
  const days = Math.floor((Date.parse(ends) - now.getTime()) / DAY);
  return days < 0 ? 'certificate has ended' : `certificate ends in ${days} ${days === 1 ? 'day' : 'days'}`;
}
