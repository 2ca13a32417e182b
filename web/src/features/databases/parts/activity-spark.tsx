import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { SPARK_FLOOR, sparkColour } from '@mission-control/contract/databases/activity';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { activityText, spanText, spanValues } from '../activity-text.ts';

/** The activity of a server over 24 hours [DB-03]. @param from when its first span begins */
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
