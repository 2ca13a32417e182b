import { mdiFilterOffOutline, mdiMonitorOff } from '@mdi/js';
import { type MonitorRow, listMonitors } from '@mission-control/contract/monitors/calls';
import {
  CHECK_INTERVAL_MS,
  type MonitorState,
  MONITOR_STATES,
  shownState,
} from '@mission-control/contract/monitors/rules';
import { foldName } from '@mission-control/contract/search/rules';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useUrlText } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
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
import { color, radius } from '../../../ui/theme/tokens.ts';
import { monitorListSearch } from '../monitor-search.ts';
import { MonitorCard } from '../parts/monitor-card.tsx';
import { ProberBanner } from '../parts/prober-banner.tsx';
import { StateFilter } from '../parts/state-filter.tsx';

/** Monitors with all these words in label, host or error. */
function findMonitors(all: readonly MonitorRow[], search: string): readonly MonitorRow[] {
  const words = foldName(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter((monitor) => {
    const text = searchText(monitor);
    return words.every((word) => text.includes(word));
  });
}

/** Folded texts by row: folding thousands on each key press is slow, and rows are immutable. */
const folded = new WeakMap<MonitorRow, string>();

function searchText(monitor: MonitorRow): string {
  const { label, host, last_error: error } = monitor;
  const text = folded.get(monitor) ?? foldName(`${label}\n${host}\n${error ?? ''}`);
  folded.set(monitor, text);
  return text;
}

function countStates(monitors: readonly MonitorRow[]): Record<MonitorState, number> {
  const counts = { down: 0, warning: 0, up: 0, inactive: 0, waiting: 0 };
  for (const monitor of monitors) counts[shownState(monitor).state] += 1;
  return counts;
}

/** Down first, then warnings; a stable sort. */
function worstFirst(monitors: readonly MonitorRow[], only?: MonitorState): MonitorRow[] {
  const ranked = monitors.map((monitor) => ({ monitor, state: shownState(monitor).state }));
  return ranked
    .filter(({ state }) => only === undefined || state === only)
    .toSorted((one, other) => RANK[one.state] - RANK[other.state])
    .map(({ monitor }) => monitor);
}

const ORDER: readonly MonitorState[] = ['down', 'warning', 'waiting', 'up', 'inactive'];
const RANK = Object.fromEntries(MONITOR_STATES.map((state) => [state, ORDER.indexOf(state)])) as Record<
  MonitorState,
  number
>;

/** Search and state of the list, kept in the address. */
function useMonitorList() {
  const url = monitorListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const change = (part: { q?: string; state?: MonitorState | undefined }) =>
    void navigate({
      to: '/monitor',
      search: (before) => monitorListSearch({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => {
    // The text reaches the address after a pause; the user may be on another page by then.
    if (router.latestLocation.pathname === '/monitor') change({ q });
  });
  return {
    search,
    setSearch,
    /** Writes the text to the address at once, so that Back restores it. */
    keepSearch: () => {
      if (search.trim() !== (url.q ?? '')) change({ q: search.trim() });
    },
    state: url.state,
    setState: (state: MonitorState | undefined) => change({ q: search.trim(), state }),
    clear: () => {
      setSearch('');
      change({ q: '', state: undefined });
    },
  };
}

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
  gap: 16,
  '& > div': {
    display: 'grid',
    alignContent: 'space-between',
    height: 212,
    padding: 16,
    background: color.surface,
    border: `1px solid ${color.line}`,
    borderRadius: radius.card,
  },
});

function CardSkeletons() {
  return (
    <Root aria-hidden>
      {Array.from({ length: 12 }, (_, card) => (
        <div key={card}>
          <Skeleton width={72} height={20} />
          <Skeleton width="70%" height={16} />
          <Skeleton width="45%" />
          <Skeleton height={20} />
          <Skeleton width="55%" />
        </div>
      ))}
    </Root>
  );
}

const CARD_HEIGHT = 212;
const CARD_WIDTH = 280;

/** All monitors as cards, the worst first [MON-01]. */
export function MonitorListPage() {
  const list = useMonitorList();
  // State changes arrive live; times and numbers are refetched once per check interval.
  const query = useQuery({
    ...queryOf(listMonitors, {}),
    refetchInterval: CHECK_INTERVAL_MS,
  });
  const { data, error } = query;
  const all = data?.monitors;
  const found = useMemo(() => findMonitors(all ?? [], list.search), [all, list.search]);
  const counts = useMemo(() => countStates(found), [found]);
  const shown = useMemo(() => worstFirst(found, list.state), [found, list.state]);
  const checked = data?.prober.last_check ?? null;
  return (
    <PageFrame
      title="Monitor"
      count={all?.length}
      gap={12}
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
      {data ? <ProberBanner prober={data.prober} /> : null}
      <Toolbar onBlur={list.keepSearch}>
        <SearchField label="Search monitors" value={list.search} onChange={list.setSearch} />
        <StateFilter all={all && found.length} counts={all && counts} chosen={list.state} onChoose={list.setState} />
      </Toolbar>
      <QueryView
        framed
        query={query}
        errorTitle="The monitors could not be read"
        loading={<CardSkeletons />}
        empty={{
          when: () => shown.length === 0,
          show: <NothingFound all={all?.length ?? 0} onClear={list.clear} />,
        }}
      >
        {() => (
          <WindowedGrid
            label="Monitors"
            items={shown}
            keyOf={(monitor) => monitor.id}
            render={(monitor) => <MonitorCard monitor={monitor} />}
            itemHeight={CARD_HEIGHT}
            minWidth={CARD_WIDTH}
          />
        )}
      </QueryView>
    </PageFrame>
  );
}

function NothingFound({ all, onClear }: { all: number; onClear: () => void }) {
  if (all === 0) {
    return (
      <StatePanel framed icon={mdiMonitorOff} title="No monitors.">
        Each domain of a service gets its monitor by itself, within seconds.
      </StatePanel>
    );
  }
  return (
    <StatePanel
      framed
      icon={mdiFilterOffOutline}
      title={`No results found. (${all.toLocaleString('en-GB')} items filtered)`}
      actions={<ActionButton onClick={onClear}>Show all monitors</ActionButton>}
    />
  );
}
