import { LOG_STATUS } from '@mission-control/contract/cron/rules';
import type { CronLog } from '@mission-control/contract/cron/schema';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { styled } from '../../../ui/styled.ts';

type Status = CronLog['context']['status'];

const Row = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 10 });
const STATUSES = Object.keys(LOG_STATUS) as Status[];

/** How the runs of a day ended; those that went wrong stand out. */
export function LastDay({ counts }: { counts: Record<Status, number> }) {
  const some = STATUSES.filter((status) => counts[status] > 0);
  if (some.length === 0) return <>–</>;
  return (
    <Row>
      {some.map((status) => (
        <StatusChip key={status} meaning={LOG_STATUS[status].meaning} variant="quiet" size="small">
          {`${counts[status]} ${LOG_STATUS[status].text.toLowerCase()}`}
        </StatusChip>
      ))}
    </Row>
  );
}
