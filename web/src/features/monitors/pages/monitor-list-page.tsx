import { mdiFilterOffOutline, mdiMonitorOff } from '@mdi/js';
import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { WindowedGrid } from '../../../ui/windowed-grid.tsx';
import { countStates, findMonitors, worstFirst } from '../find-monitors.ts';
import { CardSkeletons } from '../parts/card-skeletons.tsx';
import { MonitorCard } from '../parts/monitor-card.tsx';
import { ProberBanner } from '../parts/prober-banner.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { StateFilter } from '../parts/state-filter.tsx';
import { monitorsQuery } from '../queries.ts';
import { useMonitorList } from '../use-monitor-list.ts';

const CARD_HEIGHT = 212;
const CARD_WIDTH = 280;

/** All monitors as cards, the worst first [MON-01]. */
export function MonitorListPage() {
  const list = useMonitorList();
  // Changes of state arrive live; times and numbers are read anew once an interval.
  const { data, error, isFetching, refetch } = useQuery({ ...monitorsQuery, refetchInterval: CHECK_INTERVAL_MS });
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
      {all === undefined && error !== null ? (
        <ReadError
          framed
          title="The monitors could not be read"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : all === undefined ? (
        <CardSkeletons />
      ) : shown.length === 0 ? (
        <NothingFound all={all.length} onClear={list.clear} />
      ) : (
        <WindowedGrid
          label="Monitors"
          items={shown}
          keyOf={(monitor) => monitor.id}
          render={(monitor) => <MonitorCard monitor={monitor} />}
          itemHeight={CARD_HEIGHT}
          minWidth={CARD_WIDTH}
        />
      )}
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
      title={`No results found. (${all} items filtered)`}
      actions={<ActionButton onClick={onClear}>Show all monitors</ActionButton>}
    />
  );
}
