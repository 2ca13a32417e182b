import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { DAY_MINUTES, SPAN_MINUTES } from '@mission-control/contract/databases/rules';

const SPANS = DAY_MINUTES / SPAN_MINUTES + 1;

/** The activity of 24 hours, span by span; null where nothing was measured. */
export function spanValues(row: Pick<DatabaseRow, 'db_activity_data' | 'db_activity_spans'>): (number | null)[] {
  const values = Array.from({ length: SPANS }, (): number | null => null);
  for (const [at, span] of row.db_activity_spans.entries()) {
    if (span >= 0 && span < SPANS) values[span] = row.db_activity_data[at] ?? null;
  }
  return values;
}

/** '14:24–14:36 UTC: at most 7 active connections'. @param from when the first span begins */
export function spanText(from: Date, span: number, value: number): string {
  const clock = (steps: number) => new Date(from.getTime() + steps * SPAN_MINUTES * 60_000).toISOString().slice(11, 16);
  return `${clock(span)}–${clock(span + 1)} UTC: at most ${connections(value)}`;
}

/** The whole curve in a sentence. */
export function activityText({ db_activity_data: data }: Pick<DatabaseRow, 'db_activity_data'>): string {
  if (data.length === 0) return 'Nothing measured in the last 24 hours';
  return `At most ${connections(Math.max(...data))} in the last 24 hours`;
}

function connections(count: number): string {
  return `${count.toLocaleString('en-GB')} active connection${count === 1 ? '' : 's'}`;
}

/** '3.9', or 'n/a'. */
export function loadText(average: DatabaseRow['db_activity_average']): string {
  return typeof average === 'number' ? average.toLocaleString('en-GB', { maximumFractionDigits: 1 }) : average;
}
