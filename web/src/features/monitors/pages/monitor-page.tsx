import { mdiOfficeBuildingOutline } from '@mdi/js';
import type { CallAnswer } from '@mission-control/contract/call';
import type { getMonitor } from '@mission-control/contract/monitors/calls';
import { CHECK_INTERVAL_MS, onlineWord, shownState, type MonitorRange } from '@mission-control/contract/monitors/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { LabelledSwitch } from '../../../ui/labelled-switch.tsx';
import { Link } from '../../../ui/link.tsx';
import { useNow } from '../../../ui/now.ts';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { ServiceBlock } from '../../../ui/service-block.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { serviceOfMonitor } from '../monitor-service.ts';
import { monitorSearch } from '../monitor-search.ts';
import { neverText } from '../never-text.ts';
import { MonitorCharts } from '../parts/monitor-charts.tsx';
import { MonitorFacts } from '../parts/monitor-facts.tsx';
import { MonitorSkeleton } from '../parts/monitor-skeleton.tsx';
import { OutageTable } from '../parts/outage-table.tsx';
import { ProberBanner } from '../parts/prober-banner.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { monitorQuery } from '../queries.ts';
import { meaningOf } from '../state-meaning.ts';
import { lengthText, sinceText } from '../time-texts.ts';
import { useActiveSwitch } from '../use-active-switch.ts';

const HALF_A_MINUTE = 30_000;

/** One monitor: whether it is online, its charts and its outages. */
export function MonitorPage() {
  const { id } = useParams({ strict: false });
  const { range = '24h' } = monitorSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({
    ...monitorQuery(Number(id), range),
    // Changes of state arrive live; times and numbers are read anew once an interval.
    refetchInterval: CHECK_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });
  if (data) {
    const onRange = (next: MonitorRange) =>
      void navigate({
        to: '/monitor/$id',
        params: { id: String(id) },
        search: monitorSearch({ range: next }),
        replace: true,
        resetScroll: false,
      });
    return <MonitorView detail={data} range={range} onRange={onRange} />;
  }
  if (error === null) return <MonitorSkeleton crumbs={crumbsTo(String(id))} />;
  return (
    <PageFrame title="Monitor" crumbs={crumbsTo(String(id))}>
      <ReadError
        framed
        title="The monitor could not be read"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </PageFrame>
  );
}

const crumbsTo = (label: string) => [{ label: 'Monitor', href: '/monitor' }, { label }];

interface MonitorViewProps {
  detail: CallAnswer<typeof getMonitor>;
  range: MonitorRange;
  onRange: (range: MonitorRange) => void;
}

function MonitorView({ detail, range, onRange }: MonitorViewProps) {
  const { monitor, outages, url, prober } = detail;
  const now = new Date(useNow(HALF_A_MINUTE));
  const shown = shownState(monitor);
  const service = serviceOfMonitor(monitor);
  const active = useActiveSwitch(monitor);
  const wrong = shown.state === 'down' || shown.state === 'warning' ? monitor.last_error : null;
  return (
    <PageFrame
      title={monitor.label}
      crumbs={crumbsTo(monitor.label)}
      mark={service ? <ServiceBlock letter={service.letter} hue={service.slug} size={24} /> : null}
      chips={
        <StatusChip meaning={monitor.active === 0 ? 'off' : monitor.status === 1 ? 'good' : 'bad'}>
          {onlineWord(monitor.status)}
        </StatusChip>
      }
      actions={
        <>
          <LabelledSwitch label="Active" {...active} />
          {monitor.tenant === null ? null : (
            <ActionButton icon={mdiOfficeBuildingOutline} href={`/tenant/${monitor.tenant}`}>
              Go to tenant
            </ActionButton>
          )}
        </>
      }
      meta={[<TargetLink key="target" url={url} />, stateSentence(shown, now)]}
    >
      <ProberBanner prober={prober} />
      {wrong === null ? null : (
        <Banner meaning={meaningOf(shown) === 'bad' ? 'bad' : 'warn'} title={`${wrong}.`}>
          {monitor.last_response ? `The last answer was ${monitor.last_response}.` : 'It has never answered.'}
        </Banner>
      )}
      <MonitorFacts detail={detail} range={range} now={now} />
      <MonitorCharts monitor={monitor} range={range} onRange={onRange} now={now} />
      <OutageTable outages={outages} now={now} />
    </PageFrame>
  );
}

function TargetLink({ url }: { url: string }) {
  if (!url.startsWith('http')) return url;
  return (
    <Link href={url} target="_blank">
      {url}
    </Link>
  );
}

function stateSentence({ state, word, since }: ReturnType<typeof shownState>, now: Date): string {
  if (state === 'waiting') return 'Waiting for its first check';
  if (since === null) return `${word}, ${neverText({ word })}`;
  return `${word} ${sinceText(since, now)}, ${lengthText(now.getTime() - Date.parse(since))} ago`;
}
