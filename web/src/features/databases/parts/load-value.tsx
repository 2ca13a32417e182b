import { mdiCircleMedium } from '@mdi/js';
import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { loadColour } from '@mission-control/contract/databases/rules';
import { Icon } from '../../../ui/icon.tsx';
import { shadeColor } from '../../../ui/shade.ts';
import { styled } from '../../../ui/styled.ts';
import { loadText } from '../activity-text.ts';

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
