import { mdiClockAlertOutline, mdiServerOff } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { getCronOverlap } from '@mission-control/contract/cron/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pathTo } from '../../../lib/address/path-to.ts';
import { wholeNumber } from '../../../lib/address/table-search.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { CronTabs } from '../parts/cron-tabs.tsx';
import { OverlapChart, OverlapTable } from '../parts/overlap-chart.tsx';

type Overlap = CallResponse<typeof getCronOverlap>;

const Facts = styled('p')({ fontSize: 13, lineHeight: '20px', color: color.text2, overflowWrap: 'anywhere' });

/** How many cron tasks of an environment ran at once in the last 24 hours: /cron/overlap. */
export function CronOverlapPage() {
  const wanted = wholeNumber(useSearch({ strict: false }).environment);
  const navigate = useNavigate();
  const query = useQuery({
    ...queryOf(getCronOverlap, { query: wanted > 0 ? { environment: wanted } : {} }),
    placeholderData: keepPreviousData,
  });
  const choose = (environment: number) =>
    void navigate({ to: '/cron/overlap', search: { environment }, resetScroll: false });
  return (
    <PageFrame title="Cron Statistics" gap={12} tabs={<CronTabs active="overlap" />}>
      <QueryView
        framed
        query={query}
        errorTitle="The overlap of tasks could not be loaded"
        loading={<LoadingPanel label="Overlap of tasks" rows={8} rowHeight={44} />}
        notFound={
          <StatePanel framed icon={mdiServerOff} title="There is no such environment">
            It may have been retired. <Link href="/cron/overlap">The busiest environment</Link>
          </StatePanel>
        }
        empty={{
          when: ({ environment }) => environment === null,
          show: (
            <StatePanel framed icon={mdiClockAlertOutline} title="No runs in the last 24 hours">
              Runs are counted from the cron reports of environments.
            </StatePanel>
          ),
        }}
      >
        {({ environments, environment, slots }) =>
          environment === null ? null : (
            <>
              <Toolbar>
                <SelectField
                  label="Environment"
                  hideLabel
                  options={optionsOf(environments, environment)}
                  value={String(environment.id)}
                  onChange={(event) => choose(Number(event.target.value))}
                />
                <ActionButton href={pathTo('/environment/$id', { id: environment.id })}>Open environment</ActionButton>
              </Toolbar>
              <Servers environment={environment} />
              <Slots environment={environment} slots={slots} />
            </>
          )
        }
      </QueryView>
    </PageFrame>
  );
}

type Environment = NonNullable<Overlap['environment']>;

/** The environments with runs, and the one that is shown. */
function optionsOf(environments: Overlap['environments'], { id, name }: Environment) {
  const options = environments.map((each) => ({ value: String(each.id), label: `${each.name}, ${each.most} at once` }));
  return environments.some((each) => each.id === id) ? options : [...options, { value: String(id), label: name }];
}

/** The servers of the environment, and the time of its last report. */
function Servers({ environment: { servers, reported } }: { environment: Environment }) {
  const hosts = servers.join(', ');
  return (
    <Facts>
      {servers.length === 0 ? 'No server' : servers.length === 1 ? hosts : `One of ${hosts}`}
      {reported === null ? (
        ', never reported its cron.'
      ) : (
        <>
          , reported <RelativeTime at={reported} />. Only finished runs count, in each second that they ran.
        </>
      )}
    </Facts>
  );
}

function Slots({ environment, slots }: Pick<Overlap, 'slots'> & { environment: Environment }) {
  const now = new Date(useNow(60_000));
  if (!slots.some(({ most }) => most !== null && most > 0))
    return (
      <StatePanel framed icon={mdiClockAlertOutline} title={`No task ran on ${environment.name} in the last 24 hours`}>
        Runs are counted from the cron reports of the environment.
      </StatePanel>
    );
  return (
    <>
      <OverlapChart slots={slots} now={now} />
      <OverlapTable slots={slots} now={now} />
    </>
  );
}
