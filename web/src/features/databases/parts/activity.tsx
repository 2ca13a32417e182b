import { mdiCircleMedium } from '@mdi/js';
import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import {
  DAY_MINUTES,
  loadColour,
  loadText,
  SPAN_MINUTES,
  SPARK_FLOOR,
  sparkColour,
} from '@mission-control/contract/databases/rules';
import { countText } from '@mission-control/contract/numbers';
import { Sparkline } from '../../../ui/chart/line-chart.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { clockText } from '../../../ui/display/times.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { shadeColor } from '../../../ui/theme/tokens.ts';

const SPANS = DAY_MINUTES / SPAN_MINUTES + 1;

/** Activity of 24 hours by span; null where nothing was measured. */
export function spanValues(row: Pick<DatabaseRow, 'db_activity_data' | 'db_activity_spans'>): (number | null)[] {
  const values = Array.from({ length: SPANS }, (): number | null => null);
  for (const [at, span] of row.db_activity_spans.entries()) {
    if (span >= 0 && span < SPANS) values[span] = row.db_activity_data[at] ?? null;
  }
  return values;
}

/** '14:24–14:36: at most 7 active connections'. @param from start of the first span */
export function spanText(from: Date, span: number, value: number): string {
  const clock = (steps: number) => clockText(new Date(from.getTime() + steps * SPAN_MINUTES * 60_000));
  return `${clock(span)}–${clock(span + 1)}: at most ${connections(value)}`;
}

export function activityText({ db_activity_data: data }: Pick<DatabaseRow, 'db_activity_data'>): string {
  if (data.length === 0) return 'Nothing measured in the last 24 hours';
  return `At most ${connections(Math.max(...data))} in the last 24 hours`;
}

function connections(count: number): string {
  return countText(count, 'active connection');
}

/** Activity of a server over 24 hours [DB-03]. @param from start of the first span */
export function ActivitySpark({ row, from }: { row: DatabaseRow; from: Date }) {
  return (
    <Sparkline
      values={spanValues(row)}
      shade={sparkColour(row.db_activity_data)}
      floor={SPARK_FLOOR}
      label={`24hrs activity of ${row.name}`}
      summary={activityText(row)}
      textOf={(span, value) => spanText(from, span, value)}
    />
  );
}

const Root = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  marginLeft: -4,
  gap: 2,
  fontWeight: 550,
  fontVariantNumeric: 'tabular-nums',
});

/** Average number of active connections in its colour [SVC-12]. */
export function LoadValue({ average }: { average: DatabaseRow['db_activity_average'] }) {
  const shade = loadColour(average);
  const title = average === 'n/a' ? 'Nothing measured in the last 24 hours' : 'Active connections, average of 24 hours';
  return (
    <Root data-load={shade} style={{ color: shadeColor[shade] }} title={title}>
      <Icon path={mdiCircleMedium} size={16} />
      {loadText(average)}
    </Root>
  );
}
