import { useNow } from './now.ts';
import { relativeTimeText, utcTimeText } from './relative-time-text.ts';

interface RelativeTimeProps {
  /** An instant: ISO text, ms since 1970, or a date. */
  at: string | number | Date;
}

/** '12 min ago', kept up to date, with the exact UTC time on hover. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const instant = new Date(at);
  const young = Math.abs(Date.now() - instant.getTime()) < 60_000;
  const now = useNow(young ? 1000 : 10_000);
  if (Number.isNaN(instant.getTime())) return <span>unknown</span>;
  return (
    <time dateTime={instant.toISOString()} title={utcTimeText(instant)}>
      {relativeTimeText(instant, new Date(Math.max(now, young ? instant.getTime() : now)))}
    </time>
  );
}
