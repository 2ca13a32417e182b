import { mdiCircleMedium } from '@mdi/js';
import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { loadColour, SPARK_FLOOR, sparkColour } from '@mission-control/contract/databases/rules';
import { Icon } from '../../../ui/display/icon.tsx';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { shadeColor } from '../../../ui/theme/theme.ts';
import { loadText, activityText, spanText, spanValues } from '../activity-text.ts';

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

const Root = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  marginLeft: -4,
  gap: 2,
  fontWeight: 550,
  fontVariantNumeric: 'tabular-nums',
});

/** The average of active connections in its colour [SVC-12]. */
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
