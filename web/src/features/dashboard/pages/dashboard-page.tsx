import { mdiAccountQuestionOutline, mdiChartBoxOutline } from '@mdi/js';
import type { getMemberStatistics } from '@mission-control/contract/dashboard/calls';
import type { CallAnswer } from '@mission-control/contract/call';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../../lib/api-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { Freshness } from '../parts/freshness.tsx';
import { MemberCharts } from '../parts/member-charts.tsx';
import { MemberTiles } from '../parts/member-tiles.tsx';
import { SddTable } from '../parts/sdd-table.tsx';
import { TenantSelector } from '../parts/tenant-selector.tsx';
import { memberQuery } from '../queries.ts';
import { useDashboard } from '../use-dashboard.ts';

/** The members of all in production or of one tenant, and the SDD errors of all. */
export function DashboardPage() {
  const state = useDashboard();
  const { tenant, choose } = state;
  // How many are stale changes by the passing of time, too.
  const members = useQuery({ ...memberQuery(tenant), refetchInterval: 60_000 });
  return (
    <PageFrame
      title="Dashboard"
      chips={<TenantSelector tenant={tenant} onChoose={choose} />}
      actions={members.data ? <Freshness coverage={members.data.coverage} single={tenant !== undefined} /> : null}
    >
      <Members tenant={tenant} query={members} onAll={() => choose(null)} />
      {tenant === undefined ? <SddTable state={state} /> : null}
    </PageFrame>
  );
}

interface MembersProps {
  tenant: number | undefined;
  query: UseQueryResult<CallAnswer<typeof getMemberStatistics>, ApiError>;
  onAll: () => void;
}

/** Tiles and charts, or why there are none. */
function Members({ tenant, query: { data, error, isFetching, refetch }, onAll }: MembersProps) {
  const toAll = tenant === undefined ? null : <ActionButton onClick={onAll}>Show all production</ActionButton>;
  if (error?.status === 404) {
    return (
      <StatePanel framed icon={mdiAccountQuestionOutline} title="Tenant not found" actions={toAll}>
        {error.messages.join(' ')}
      </StatePanel>
    );
  }
  if (error && !data) {
    return (
      <ReadError
        framed
        title="The statistics could not be read"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data?.coverage.reported === 0) {
    return (
      <StatePanel framed icon={mdiChartBoxOutline} title="Nothing reported yet" actions={toAll}>
        {tenant === undefined
          ? 'No tenant in production has reported its members. Their numbers appear here by themselves.'
          : 'This tenant has not reported its members. Its numbers appear here by themselves.'}
      </StatePanel>
    );
  }
  return (
    <>
      <MemberTiles members={data?.data} />
      <MemberCharts tenant={tenant} distribution={data?.data.distribution} />
    </>
  );
}
