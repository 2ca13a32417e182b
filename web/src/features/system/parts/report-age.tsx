import { mdiClockAlertOutline } from '@mdi/js';
import { isStale, STALE_MINUTES } from '@mission-control/contract/reports/limits';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../../ui/now.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { styled } from '../../../ui/styled.ts';
import { systemReportQuery } from '../queries.ts';

const Root = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8 });
const A_MINUTE = 60_000;

/** How old is what the system of a tenant says; nothing where that is not known. */
export function ReportAge({ tenantId }: { tenantId: number }) {
  // A report that changes no value is not announced.
  const { data, error } = useQuery({ ...systemReportQuery(tenantId), refetchInterval: A_MINUTE });
  const now = useNow(A_MINUTE);
  if (!data) return error ? null : <Skeleton width={140} />;
  if (data.created === null) return <>No report yet</>;
  return (
    <Root>
      <span>
        Reported <RelativeTime at={data.created} />
      </span>
      {isStale(data.created, now) ? (
        <StatusChip
          meaning="warn"
          size="small"
          icon={mdiClockAlertOutline}
          title={`A report is stale after ${STALE_MINUTES} minutes`}
        >
          Stale
        </StatusChip>
      ) : null}
    </Root>
  );
}
