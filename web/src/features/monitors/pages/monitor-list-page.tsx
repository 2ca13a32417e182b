import {
  mdiBullhornOutline,
  mdiChartTimelineVariant,
  mdiFileDelimitedOutline,
  mdiFilterOffOutline,
  mdiMonitorOff,
  mdiTuneVariant,
} from '@mdi/js';
import { saveFoundChecks } from '@mission-control/contract/monitors/calls';
import { type MonitorState, MONITOR_STATES } from '@mission-control/contract/monitors/rules';
import { numberText } from '@mission-control/contract/numbers';
import { Suspense, useState } from 'react';
import { useUrlState, useUrlText } from '../../../lib/address/use-url-text.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { WindowedGrid } from '../../../ui/table/windowed-grid.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { panelSurface } from '../../../ui/theme/tokens.ts';
import { PinnedViews, ViewsMenu } from '../../views/public.tsx';
import { monitorListSearch } from '../monitor-search.ts';
import { useFoundMonitors } from '../found-monitors.ts';
import { MonitorCard } from '../parts/monitor-card.tsx';
import { ProberBanner } from '../parts/prober-banner.tsx';
import { StateFilter } from '../parts/state-filter.tsx';

/** Search and state of the list, kept in the address. */
function useMonitorList() {
  const [url, change] = useUrlState(monitorListSearch);
  const [search, setSearch, commitSearch] = useUrlText(url.q ?? '', (q) => change({ q }, true));
  return {
    search,
    setSearch,
    commitSearch,
    state: url.state,
    setState: (state: MonitorState | undefined) => change({ q: search.trim(), state }),
    clear: () => {
      setSearch('');
      change({ q: '', state: undefined });
    },
  };
}

const FoundChecksDialog = lazyPart(() => import('../parts/checks-dialog.tsx').then((file) => file.FoundChecksDialog));

const CARD_HEIGHT = 212;
const CARD_WIDTH = 280;

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(${CARD_WIDTH}px, 100%), 1fr))`,
  gap: 16,
});
const Card = styled('div')({
  display: 'grid',
  alignContent: 'space-between',
  height: CARD_HEIGHT,
  padding: 16,
  ...panelSurface,
});

function CardSkeleton() {
  return (
    <Card aria-hidden>
      <Skeleton width={72} height={20} />
      <Skeleton width="70%" height={16} />
      <Skeleton width="45%" />
      <Skeleton height={20} />
      <Skeleton width="55%" />
    </Card>
  );
}

function CardSkeletons() {
  return (
    <Root>
      {Array.from({ length: 12 }, (_, card) => (
        <CardSkeleton key={card} />
      ))}
    </Root>
  );
}

/** All monitors as cards, the worst first [MON-01]. */
export function MonitorListPage() {
  const list = useMonitorList();
  const { query, itemAt, onWindow } = useFoundMonitors(list.search, list.state);
  const { data, error } = query;
  const checked = data?.prober.last_check ?? null;
  const withWords = data && MONITOR_STATES.reduce((sum, state) => sum + data.counts[state], 0);
  return (
    <PageFrame
      title="Monitor"
      count={data?.all}
      gap={12}
      inlineActions
      actions={<ListActions search={list.search.trim()} state={list.state} found={data?.found ?? 0} />}
      meta={[
        checked !== null ? (
          <>
            Checked every 20 s, last check <RelativeTime at={checked} />
          </>
        ) : data === undefined && error === null ? (
          <Skeleton key="checked" width={220} />
        ) : null,
      ]}
    >
      <PinnedViews page="monitors" all="All monitors" />
      {data ? <ProberBanner prober={data.prober} /> : null}
      <Toolbar onBlur={list.commitSearch}>
        <SearchField label="Search monitors" value={list.search} onChange={list.setSearch} />
        <StateFilter all={withWords} counts={data?.counts} chosen={list.state} onChoose={list.setState} />
      </Toolbar>
      <QueryView
        framed
        query={query}
        errorTitle="The monitors could not be loaded"
        loading={<CardSkeletons />}
        empty={{
          when: ({ found }) => found === 0,
          show: <NothingFound all={data?.all ?? 0} onClear={list.clear} />,
        }}
      >
        {({ found }) => (
          <WindowedGrid
            label="Monitors"
            count={found}
            itemAt={itemAt}
            onWindow={onWindow}
            keyOf={(monitor) => monitor.id}
            render={(monitor) => (monitor ? <MonitorCard monitor={monitor} /> : <CardSkeleton />)}
            itemHeight={CARD_HEIGHT}
            minWidth={CARD_WIDTH}
          />
        )}
      </QueryView>
    </PageFrame>
  );
}

interface ListActionsProps {
  search: string;
  state: MonitorState | undefined;
  found: number;
}

/** Views, the uptime report, status pages, and the check settings of all monitors that are found. */
function ListActions({ search, state, found }: ListActionsProps) {
  const [open, setOpen] = useState(false);
  const refusal = useRoleRefusal(saveFoundChecks, 'change how monitors are checked');
  return (
    <>
      <ViewsMenu page="monitors" />
      <ActionButton icon={mdiChartTimelineVariant} iconOnNarrow href="/monitor/uptime">
        Uptime
      </ActionButton>
      <ActionButton icon={mdiBullhornOutline} iconOnNarrow href="/monitor/status-pages">
        Status pages
      </ActionButton>
      <ActionButton icon={mdiFileDelimitedOutline} iconOnNarrow href="/monitor/import">
        Import
      </ActionButton>
      <ActionButton
        icon={mdiTuneVariant}
        iconOnNarrow
        disabledReason={refusal ?? (found === 0 ? 'No monitor is found' : null)}
        onClick={() => setOpen(true)}
      >
        Checks
      </ActionButton>
      {open ? (
        <Suspense>
          <FoundChecksDialog q={search} state={state} found={found} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function NothingFound({ all, onClear }: { all: number; onClear: () => void }) {
  if (all === 0) {
    return (
      <StatePanel framed icon={mdiMonitorOff} title="No monitors">
        A monitor is created automatically for each domain.
      </StatePanel>
    );
  }
  return (
    <StatePanel
      framed
      icon={mdiFilterOffOutline}
      title={`No results found. (${numberText(all)} items filtered)`}
      actions={<ActionButton onClick={onClear}>Show all monitors</ActionButton>}
    />
  );
}
