import { mdiOfficeBuildingOutline } from '@mdi/js';
import type { CallAnswer } from '@mission-control/contract/call';
import { getMonitor, type MonitorRow, switchMonitor } from '@mission-control/contract/monitors/calls';
import { CHECK_INTERVAL_MS, onlineWord, shownState, type MonitorRange } from '@mission-control/contract/monitors/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { keepPreviousData, useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../../lib/api/api.ts';
import { invalidateTopics, queryOf } from '../../../lib/api/query.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { LabelledSwitch } from '../../../ui/field/labelled-switch.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { monitorSearch } from '../monitor-search.ts';
import { FactTiles } from '../parts/fact-tiles.tsx';
import { MonitorCharts } from '../parts/monitor-charts.tsx';
import { OutageTable } from '../parts/outage-table.tsx';
import { ProberBanner } from '../parts/prober-banner.tsx';
import {
  serviceOfMonitor,
  meaningOf,
  RANGE_WORDS,
  neverText,
  lengthText,
  sinceText,
  clockText,
  dayText,
  msText,
  percentText,
} from '../time-texts.ts';

const DAY = 86_400_000;

interface MonitorFactsProps {
  detail: CallAnswer<typeof getMonitor>;
  range: MonitorRange;
  now: Date;
}

/** Uptime, latency, the last check and the warnings in numbers. */
function MonitorFacts({ detail: { monitor, certificate_ends: ends }, range, now }: MonitorFactsProps) {
  return (
    <FactTiles
      facts={[
        { name: 'Uptime', value: percentText(monitor.uptimepc), detail: RANGE_WORDS[range] },
        { name: 'Average latency', value: orDash(monitor.averageLatency, msText), detail: RANGE_WORDS[range] },
        {
          name: 'Response time',
          value: orDash(monitor.response_time, msText),
          detail: monitor.last_check ? <RelativeTime at={monitor.last_check} /> : 'not checked yet',
        },
        {
          name: 'Last online',
          value: monitor.last_online ? momentOf(new Date(monitor.last_online), now) : 'never',
          detail: monitor.last_online ? <RelativeTime at={monitor.last_online} /> : 'since it is checked',
        },
        { name: 'Warnings', value: monitor.warning_count, detail: certificateText(ends, now) },
      ]}
    />
  );
}

function orDash(value: number | null, text: (value: number) => string): string {
  return value === null ? '–' : text(value);
}

const momentOf = (at: Date, now: Date): string =>
  now.getTime() - at.getTime() < DAY ? `${clockText(at)} UTC` : dayText(at, now);

function certificateText(ends: string | null, now: Date): string {
  if (ends === null) return 'no certificate seen';
  const days = Math.floor((Date.parse(ends) - now.getTime()) / DAY);
  return days < 0 ? 'certificate has ended' : `certificate ends in ${days} ${days === 1 ? 'day' : 'days'}`;
}

const FACTS = ['Uptime', 'Average latency', 'Response time', 'Last online', 'Warnings'].map((name) => ({
  name,
  value: <Skeleton width="60%" height={20} />,
  detail: <Skeleton width="40%" height={10} />,
}));

/** The page of a monitor before its answer, in its final size. */
function MonitorSkeleton({ crumbs }: { crumbs: readonly { label: string; href?: string }[] }) {
  return (
    <PageFrame
      crumbs={crumbs}
      mark={<Skeleton width={24} height={24} />}
      title={<Skeleton width={220} height={20} aria-label="Loading the monitor" role="status" />}
      actions={<Skeleton width={200} height={32} />}
      meta={[<Skeleton key="target" width={240} />, <Skeleton key="state" width={120} />]}
    >
      <FactTiles facts={FACTS} />
      <Skeleton width={260} height={32} />
      {['Uptime', 'Latency'].map((title) => (
        <Card key={title} title={title}>
          <Skeleton height={152} />
        </Card>
      ))}
    </PageFrame>
  );
}

/** The active switch: it stands where it was put until the answer is there, and goes back when that is a refusal [MON-15]. */
function useActiveSwitch({ id, active }: MonitorRow) {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (wanted: boolean) => api.send(switchMonitor, { params: { id }, body: { active: wanted } }),
    onSuccess: ({ error = [] }) => {
      for (const message of error) toast.error(message);
    },
    onError: (error) => toastError(error),
    onSettled: () => invalidateTopics(client, [TOPIC.monitor(id), TOPIC.monitors]),
  });
  return {
    checked: isPending ? variables : active === 1,
    pending: isPending,
    onChange: (wanted: boolean) => mutate(wanted),
  };
}

const HALF_A_MINUTE = 30_000;

/** One monitor: whether it is online, its charts and its outages. */
export function MonitorPage() {
  const { id } = useParams({ strict: false });
  const { range = '24h' } = monitorSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(getMonitor, { params: { id: Number(id) }, query: { range } }),
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
