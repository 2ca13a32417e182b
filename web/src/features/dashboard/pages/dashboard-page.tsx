import { mdiAccountQuestionOutline, mdiChartBoxOutline } from '@mdi/js';
import type { CallAnswer } from '@mission-control/contract/call';
import type { getMemberStatistics } from '@mission-control/contract/dashboard/calls';
import { homeportalShare, notOnCourseShare, shareOf, shareText } from '@mission-control/contract/dashboard/rules';
import type { Slice, MemberStatistics } from '@mission-control/contract/dashboard/schema';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { countText } from '../../../ui/chart/chart-part.ts';
import { ColumnChart } from '../../../ui/chart/column-chart.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { RingChart } from '../../../ui/chart/ring-chart.tsx';
import { ShareBars } from '../../../ui/chart/share-bars.tsx';
import { StatTile } from '../../../ui/chart/stat-tile.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { narrow } from '../../../ui/theme/tokens.ts';
import { Freshness } from '../parts/freshness.tsx';
import { SddTable } from '../parts/sdd-table.tsx';
import { SlicesCard } from '../parts/slices-card.tsx';
import { TenantSelector } from '../parts/tenant-selector.tsx';
import { memberQuery, ageQuery, genderQuery } from '../queries.ts';
import { useDashboard } from '../use-dashboard.ts';

const Tiles = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
  gap: 16,
  '@media (max-width:1180px)': { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', '& > *': { gridColumn: 'span 2' } },
  [narrow]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 12,
    '& > *': { gridColumn: 'auto' },
    '& > :last-of-type': { gridColumn: '1 / -1' },
  },
});

/** The five numbers of members; undefined while they are read. */
function MemberTiles({ members }: { members: MemberStatistics | undefined }) {
  const said = (text: (members: MemberStatistics) => string) => (members ? text(members) : undefined);
  return (
    <Tiles aria-busy={!members}>
      <StatTile
        label="Members On Course"
        value={said(({ oncourse }) => countText(oncourse))}
        hint={said(({ all, oncourse }) => `${shareText(shareOf(oncourse, all))} of all members`)}
      />
      <StatTile
        label="HomePortal Members On Course"
        value={said((one) => countText(one.homeportal_oncourse))}
        hint={said((one) => `${countText(Math.max(0, one.oncourse - one.homeportal_oncourse))} without HomePortal`)}
      />
      <StatTile
        label="HomePortal %age"
        value={said((one) => shareText(homeportalShare(one)))}
        hint="of members on course"
      />
      <StatTile label="Total Members" value={said(({ all }) => countText(all))} hint="on course or not" />
      <StatTile
        label="Not OnCourse %age"
        value={said((one) => shareText(notOnCourseShare(one)))}
        hint={said(({ all, oncourse }) => `${countText(Math.max(0, all - oncourse))} members`)}
      />
    </Tiles>
  );
}

const Charts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 16,
  '@media (max-width:1180px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 },
});

interface MemberChartsProps {
  tenant: number | undefined;
  /** Comes with the numbers of the tiles; undefined while they are read. */
  distribution: readonly Slice[] | undefined;
}

/** Members by gender, by age, and by where in their course life they are. */
function MemberCharts({ tenant, distribution }: MemberChartsProps) {
  const gender = useQuery(genderQuery(tenant));
  const age = useQuery(ageQuery(tenant));
  return (
    <Charts>
      <SlicesCard title="Gender Split" head="Gender" most={6} slices={gender.data?.data} query={gender}>
        {(parts) => <RingChart parts={parts} unit="members" />}
      </SlicesCard>
      <SlicesCard title="Age Distribution" head="Age" most={10} slices={age.data?.data} query={age}>
        {(parts) => <ColumnChart parts={parts} unit="members" />}
      </SlicesCard>
      <SlicesCard title="Member Distribution" head="Where" most={7} slices={distribution}>
        {(parts) => <ShareBars parts={parts} unit="members" />}
      </SlicesCard>
    </Charts>
  );
}

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
