import { mdiAccountQuestionOutline, mdiChartBoxOutline } from '@mdi/js';
import { getAgeStatistics, getGenderStatistics, getMemberStatistics } from '@mission-control/contract/dashboard/calls';
import { homeportalShare, notOnCourseShare, shareOf, shareText } from '@mission-control/contract/dashboard/rules';
import type { Slice, MemberStatistics } from '@mission-control/contract/dashboard/schema';
import { countText, numberText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { readTableSearch, wholeNumber, type TableSearch } from '../../../lib/address/table-search.ts';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { DonutChart, type ChartPart } from '../../../ui/chart/donut-chart.tsx';
import { StatTile } from '../../../ui/chart/stat-tile.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { narrow } from '../../../ui/theme/tokens.ts';
import { AttentionNumbers } from '../../attention/public.tsx';
import { Freshness } from '../parts/freshness.tsx';
import { LATEST_ERROR_FIRST, SddTable } from '../parts/sdd-table.tsx';
import { SlicesCard } from '../parts/slices-card.tsx';
import { TenantSelector } from '../parts/tenant-selector.tsx';

interface DashboardSearch extends TableSearch {
  /** Id of the chosen tenant; absent for all in production. */
  tenant?: number;
}

function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const tenant = wholeNumber(search.tenant);
  return {
    ...readTableSearch(search, LATEST_ERROR_FIRST),
    ...(tenant > 0 && tenant <= 2_147_483_647 ? { tenant } : null),
  };
}

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

/** @param members undefined while loading */
function MemberTiles({ members }: { members: MemberStatistics | undefined }) {
  const textOf = (text: (members: MemberStatistics) => string) => (members ? text(members) : undefined);
  return (
    <Tiles aria-busy={!members}>
      <StatTile
        label="Members On Course"
        value={textOf(({ oncourse }) => numberText(oncourse))}
        hint={textOf(({ all, oncourse }) => `${shareText(shareOf(oncourse, all))} of all members`)}
      />
      <StatTile
        label="HomePortal Members On Course"
        value={textOf((one) => numberText(one.homeportal_oncourse))}
        hint={textOf((one) => `${numberText(Math.max(0, one.oncourse - one.homeportal_oncourse))} without HomePortal`)}
      />
      <StatTile
        label="HomePortal %age"
        value={textOf((one) => shareText(homeportalShare(one)))}
        hint="of members on course"
      />
      <StatTile label="Total Members" value={textOf(({ all }) => numberText(all))} hint="on course or not" />
      <StatTile
        label="Not OnCourse %age"
        value={textOf((one) => shareText(notOnCourseShare(one)))}
        hint={textOf(({ all, oncourse }) => countText(Math.max(0, all - oncourse), 'member'))}
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

const readingOf = ({ label, value, share }: ChartPart) => ({
  label,
  short: label,
  value,
  text: `${countText(value, 'member')}, ${share}`,
});

interface MemberChartsProps {
  tenant: number | undefined;
  /** Part of the member statistics; undefined while loading. */
  distribution: readonly Slice[] | undefined;
}

/** Members by gender, by age, and by stage of their course membership. */
function MemberCharts({ tenant, distribution }: MemberChartsProps) {
  const gender = useQuery(queryOf(getGenderStatistics, requestFor(tenant)));
  const age = useQuery(queryOf(getAgeStatistics, requestFor(tenant)));
  return (
    <Charts>
      <SlicesCard title="Gender Split" head="Gender" maxParts={6} slices={gender.data?.data} query={gender}>
        {(parts) => <DonutChart parts={parts} unit="members" />}
      </SlicesCard>
      <SlicesCard title="Age Distribution" head="Age" maxParts={10} slices={age.data?.data} query={age}>
        {(parts) => <BarChart label="Age Distribution" readings={parts.map(readingOf)} />}
      </SlicesCard>
      <SlicesCard title="Member Distribution" head="Where" maxParts={7} slices={distribution}>
        {(parts) => <DonutChart parts={parts} unit="members" />}
      </SlicesCard>
    </Charts>
  );
}

/** Without a tenant, the calls respond for all in production [DASH-07]. */
const requestFor = (tenant: number | undefined) => ({ query: tenant === undefined ? {} : { tenant } });

/** Member statistics of all in production or of one tenant, and the SDD errors of all. */
export function DashboardPage() {
  const [{ tenant }, set] = useUrlState(dashboardSearch);
  const choose = (id: number | null) => set({ tenant: id });
  // Reports also become stale by time alone.
  const members = useQuery({ ...queryOf(getMemberStatistics, requestFor(tenant)), refetchInterval: 60_000 });
  const showAll =
    tenant === undefined ? null : <ActionButton onClick={() => choose(null)}>Show all production</ActionButton>;
  const view = (data?: MemberStatistics) => (
    <>
      <MemberTiles members={data} />
      <MemberCharts tenant={tenant} distribution={data?.distribution} />
    </>
  );
  return (
    <PageFrame
      title="Dashboard"
      chips={<TenantSelector tenant={tenant} onChoose={choose} />}
      actions={members.data ? <Freshness coverage={members.data.coverage} single={tenant !== undefined} /> : null}
    >
      {tenant === undefined ? <AttentionNumbers /> : null}
      <QueryView
        framed
        query={members}
        errorTitle="The statistics could not be loaded"
        loading={view()}
        empty={{
          when: ({ coverage }) => coverage.reported === 0,
          show: (
            <StatePanel framed icon={mdiChartBoxOutline} title="Nothing reported yet" actions={showAll}>
              {tenant === undefined
                ? 'No tenant in production has reported its members. Their numbers appear here as soon as one does.'
                : 'This tenant has not reported its members. Its numbers appear here as soon as it does.'}
            </StatePanel>
          ),
        }}
        notFound={
          <StatePanel framed icon={mdiAccountQuestionOutline} title="Tenant not found" actions={showAll}>
            {members.error?.messages.join(' ')}
          </StatePanel>
        }
      >
        {({ data }) => view(data)}
      </QueryView>
      {tenant === undefined ? <SddTable /> : null}
    </PageFrame>
  );
}
