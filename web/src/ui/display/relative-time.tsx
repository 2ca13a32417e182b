import { useNow } from './now.ts';
import { exactTimeText, relativeTimeText, timeText } from './times.ts';
import type { Column } from '../table/table-column.ts';

interface RelativeTimeProps {
  /** An instant: ISO text, ms since 1970, or a date. */
  at: string | number | Date;
}

/** '12 min ago', kept up to date, with the exact time, also in UTC, on hover. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const instant = new Date(at);
  const coarse = useNow(10_000);
  // Seconds are shown, and counted, in the first minute only.
  const now = useNow(Math.abs(coarse - instant.getTime()) < 80_000 ? 1000 : 10_000);
  if (Number.isNaN(instant.getTime())) return <span>unknown</span>;
  return (
    // A live region must not announce every second (0120).
    <time aria-live="off" dateTime={instant.toISOString()} title={exactTimeText(instant)}>
      {relativeTimeText(instant, new Date(now))}
    </time>
  );
}

interface ExactTimeProps extends RelativeTimeProps {
  /** Formats it; default: to the second. */
  text?: (at: Date) => string;
}

/** A point in time in the browser's time zone, with UTC on hover. */
export function ExactTime({ at, text = timeText }: ExactTimeProps) {
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return <span>unknown</span>;
  return (
    <time dateTime={instant.toISOString()} title={exactTimeText(instant)}>
      {text(instant)}
    </time>
  );
}

/** A column of times. @param none stands for no time @param sorts false where the server sorts the rows, or nobody does */
export const timeColumn = <Row,>(
  frame: Pick<Column<Row>, 'id' | 'header' | 'width' | 'narrowWidth' | 'sortable'>,
  timeOf: (row: Row) => string | null,
  { none = '–', sorts = true } = {},
): Column<Row> => ({
  ...frame,
  text: timeOf,
  cell: (row) => {
    const at = timeOf(row);
    return at === null ? none : <RelativeTime at={at} />;
  },
  ...(sorts && {
    sortValue: (row: Row) => {
      const at = timeOf(row);
      return at && (Date.parse(at) || 0);
    },
  }),
});
