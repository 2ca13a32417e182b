import { mdiMonitorOff, mdiOfficeBuildingOutline, mdiTuneVariant } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import {
  getMonitor,
  type MonitorRow,
  saveMonitorChecks,
  switchMonitor,
} from '@mission-control/contract/monitors/calls';
import type { CheckSettings } from '@mission-control/contract/monitors/schema';
import {
  CHECK_INTERVAL_MS,
  onlineWord,
  shownState,
  type MonitorRange,
  type ShownState,
} from '@mission-control/contract/monitors/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { countText } from '@mission-control/contract/numbers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { QueryPage } from '../../../lib/query/query-page.tsx';
import { toastServerErrors } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { LabelledSwitch } from '../../../ui/field/switch.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { ChangesBeforeButton } from '../../timeline/public.tsx';
import { monitorSearch } from '../monitor-search.ts';
import { CheckNowButton } from '../parts/check-now-button.tsx';
import { MonitorCharts, OutageTable } from '../parts/monitor-history.tsx';
import { FactSkeletons, MonitorFacts } from '../parts/monitor-facts.tsx';
import { ProberBanner } from '../parts/prober-banner.tsx';
import { serviceOfMonitor, meaningOf, neverText, lengthText, problemOf, sinceText } from '../monitor-words.ts';

/** The page while loading, in its final size. */
function MonitorSkeleton({ crumbs }: { crumbs: readonly { label: string; href?: string }[] }) {
  return (
    <PageFrame
      crumbs={crumbs}
      mark={<Skeleton width={24} height={24} />}
      title={<Skeleton width={220} height={20} aria-label="Loading the monitor" role="status" />}
      actions={<Skeleton width={200} height={32} />}
      meta={[<Skeleton key="target" width={240} />, <Skeleton key="state" width={120} />]}
    >
      <FactSkeletons />
      <Skeleton width={260} height={32} />
      {['Uptime', 'Latency', 'Latency percentiles'].map((title) => (
        <Card key={title} title={title}>
          <Skeleton height={152} />
        </Card>
      ))}
    </PageFrame>
  );
}

/** The active switch: changes at once and reverts if the server refuses [MON-15]. */
function useActiveSwitch({ id, active }: MonitorRow) {
  const disabledReason = useRoleRefusal(switchMonitor, 'switch a monitor');
  const topics = [TOPIC.monitor(id), TOPIC.monitors];
  const change = useChange(topics, switchMonitor, ({ error }) => toastServerErrors(error));
  return {
    checked: change.isPending ? change.variables.body.active === true : active === 1,
    pending: change.isPending,
    disabledReason,
    onChange: (wanted: boolean) => change.mutate({ params: { id }, body: { active: wanted } }),
  };
}

const ChecksDialog = lazyPart(() => import('../parts/checks-dialog.tsx').then((file) => file.ChecksDialog));

const HALF_A_MINUTE = 30_000;

/** One monitor: state, numbers, charts and outages. */
export function MonitorPage() {
  const { id } = useParams({ strict: false });
  // By id: what is shown until another range has loaded, and an open dialog, must not be of another monitor.
  return <LoadedMonitor key={id} id={Number(id)} />;
}

function LoadedMonitor({ id }: { id: number }) {
  const [{ range = '24h' }, set] = useUrlState(monitorSearch);
  const query = useQuery({
    ...queryOf(getMonitor, { params: { id }, query: { range } }),
    // State changes arrive live; times and numbers are refetched once per check interval.
    refetchInterval: CHECK_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });
  if (query.data) {
    return <MonitorView detail={query.data} range={range} onRange={(next) => set({ range: next })} />;
  }
  if (query.error === null) return <MonitorSkeleton crumbs={crumbsTo(String(id))} />;
  return (
    <QueryPage
      title="Monitor"
      crumbs={crumbsTo(String(id))}
      query={query}
      errorTitle="The monitor could not be loaded"
      loading={null}
      empty={null}
      notFound={
        <StatePanel
          framed
          icon={mdiMonitorOff}
          title={`There is no monitor ${id}`}
          actions={<ActionButton href="/monitor">All monitors</ActionButton>}
        >
          Its domain may have been removed.
        </StatePanel>
      }
    >
      {() => null}
    </QueryPage>
  );
}

const crumbsTo = (label: string) => [{ label: 'Monitor', href: '/monitor' }, { label }];

interface MonitorViewProps {
  detail: CallResponse<typeof getMonitor>;
  range: MonitorRange;
  onRange: (range: MonitorRange) => void;
}

function MonitorView({ detail, range, onRange }: MonitorViewProps) {
  const { monitor, outages, url, checks, prober } = detail;
  const now = new Date(useNow(HALF_A_MINUTE));
  const shown = shownState(monitor);
  const service = serviceOfMonitor(monitor);
  const problem = problemOf(monitor);
  const ongoing = outages.find((outage) => outage.ended_at === null);
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
      actions={<MonitorActions monitor={monitor} checks={checks} />}
      meta={[<TargetLink key="target" url={url} />, stateSentence(shown, now)]}
    >
      <ProberBanner prober={prober} />
      {problem === null ? null : (
        <Banner
          meaning={meaningOf(shown) === 'bad' ? 'bad' : 'warn'}
          title={`${problem}.`}
          action={ongoing && <ChangesBeforeButton small at={ongoing.started_at} tenant={monitor.tenant} />}
        >
          {monitor.last_response ? `The last response was ${monitor.last_response}.` : 'It has never responded.'}
        </Banner>
      )}
      <MonitorFacts detail={detail} range={range} now={now} />
      <MonitorCharts
        monitor={monitor}
        maintenance={detail.maintenance}
        percentiles={detail.percentiles}
        slowMs={checks.slow_ms}
        range={range}
        onRange={onRange}
        now={now}
      />
      <OutageTable
        outages={outages}
        tenant={monitor.tenant}
        now={now}
        empty="No outages in 90 days"
        footNote={thresholdsText(checks)}
      />
    </PageFrame>
  );
}

function MonitorActions({ monitor, checks }: { monitor: MonitorRow; checks: CheckSettings }) {
  const active = useActiveSwitch(monitor);
  const refusal = useRoleRefusal(saveMonitorChecks, 'change how a monitor is checked');
  const [editing, setEditing] = useState(false);
  return (
    <>
      <LabelledSwitch label="Active" {...active} />
      <CheckNowButton monitor={monitor} />
      <ActionButton icon={mdiTuneVariant} disabledReason={refusal} onClick={() => setEditing(true)}>
        Checks
      </ActionButton>
      {monitor.tenant === null ? null : (
        <ActionButton icon={mdiOfficeBuildingOutline} href={pathTo('/tenant/$id', { id: monitor.tenant })}>
          Go to tenant
        </ActionButton>
      )}
      {editing ? (
        <Suspense>
          <ChecksDialog id={monitor.id} checks={checks} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function thresholdsText({ failures_to_down: toDown, successes_to_up: toUp }: CheckSettings): string {
  const begins = countText(toDown, 'failed check starts', 'failed checks start');
  return `${begins} an outage, ${toUp} good ${toUp === 1 ? 'one ends' : 'ones end'} it`;
}

function TargetLink({ url }: { url: string }) {
  if (!url.startsWith('http')) return url;
  return (
    <Link href={url} target="_blank">
      {url}
    </Link>
  );
}

function stateSentence({ state, word, since }: ShownState, now: Date): string {
  if (state === 'waiting') return 'Waiting for its first check';
  if (since === null) return `${word}, ${neverText({ word })}`;
  return `${word} ${sinceText(since, now)}, ${lengthText(now.getTime() - Date.parse(since))} ago`;
}
