import { useNow } from './now.ts';
import { relativeTimeText, utcTimeText } from './relative-time-text.ts';

interface RelativeTimeProps {
  /** An instant: ISO text, ms since 1970, or a date. */
  at: string | number | Date;
}

/** '12 min ago', kept up to date, with the exact UTC time on hover. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const instant = new Date(at);
  const coarse = useNow(10_000);
  // Seconds are shown, and counted, in the first minute only.
  const now = useNow(Math.abs(coarse - instant.getTime()) < 80_000 ? 1000 : 10_000);
  if (Number.isNaN(instant.getTime())) return <span>unknown</span>;
  return (
    <time dateTime={instant.toISOString()} title={utcTimeText(instant)}>
      {relativeTimeText(instant, new Date(now))}
    </time>
  );
}
