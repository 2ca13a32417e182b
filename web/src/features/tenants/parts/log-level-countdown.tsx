import { countdownParts } from '@mission-control/contract/log-level/rules';
import { utcTimeText } from '../../../ui/relative-time-text.ts';
import type { TemporaryLevel } from '../log-level-state.ts';
import { After, Bar, Clock, Line } from './log-level-box.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** What is left of a temporary level and what comes after it [LOG-08, LOG-09]. */
export function LogLevelCountdown({ temporary: { restMs, until, restores, share } }: { temporary: TemporaryLevel }) {
  const { hours, minutes, seconds } = countdownParts(restMs);
  return (
    <>
      <Line>
        {/* A timer is live 'off': a screen reader tells it on demand, not each second. */}
        <Clock role="timer" aria-label="Time left">
          <strong>{two(hours)}</strong>
          <span>h</span>
          <strong>{two(minutes)}</strong>
          <span>min</span>
          <strong>{two(seconds)}</strong>
          <span>s</span>
        </Clock>
        <After>
          until <b>{restores}</b> is restored
          <br />
          <time dateTime={until.toISOString()} title={utcTimeText(until)}>
            {two(until.getUTCHours())}:{two(until.getUTCMinutes())} UTC
          </time>
        </After>
      </Line>
      <Bar aria-hidden>
        <i style={{ width: `${Math.round(share * 1000) / 10}%` }} />
      </Bar>
    </>
  );
}
