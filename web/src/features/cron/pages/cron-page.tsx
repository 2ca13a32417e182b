import { cronOverview } from '@mission-control/contract/cron/overview';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNow } from '../../../ui/now.ts';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { styled } from '../../../ui/styled.ts';
import { CronCounts } from '../parts/cron-counts.tsx';
import { ErrorLog } from '../parts/error-log.tsx';
import { LongestRunning } from '../parts/longest-running.tsx';
import { StaleReports } from '../parts/stale-reports.tsx';
import { cronQuery } from '../queries.ts';

const A_MINUTE = 60_000;
const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  alignItems: 'start',
  gap: 16,
  '& > div': { display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 },
  '@media (min-width:1200px)': { gridTemplateColumns: 'minmax(0,1.55fr) minmax(0,1fr)' },
});

/** What runs for how long on the whole fleet, and whose cron is not known: /cron [CRN-03]. */
export function CronPage() {
  const { data, error, isFetching, refetch } = useQuery(cronQuery);
  const now = useNow(A_MINUTE);
  const overview = useMemo(() => data && cronOverview(data.tenants, now), [data, now]);
  return (
    <PageFrame title="Cron Statistics">
      {error && !overview ? (
        <ReadError
          framed
          title="The cron statistics could not be read"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <CronCounts overview={overview} failed={data?.failed.total ?? 0} />
          <Columns>
            <div>
              <LongestRunning overview={overview} />
            </div>
            <div>
              <ErrorLog overview={overview} failed={data?.failed} />
              <StaleReports reports={overview?.stale ?? []} />
            </div>
          </Columns>
        </>
      )}
    </PageFrame>
  );
}
