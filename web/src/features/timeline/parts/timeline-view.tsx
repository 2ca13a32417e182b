import {
  mdiChevronLeft,
  mdiChevronRight,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
  mdiTimelineClockOutline,
} from '@mdi/js';
import { getTimelineOverview, listTimeline, type TimelineEntry } from '@mission-control/contract/timeline/calls';
import {
  CHANGE_KINDS,
  TIMELINE_KINDS,
  TIMELINE_NAMES,
  type TimelineKind,
} from '@mission-control/contract/timeline/kinds';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { MorePages, pagedQueryOf } from '../../../lib/query/pages.tsx';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { Segment } from '../../../ui/field/segment.tsx';
import { RetryBanner } from '../../../ui/layout/banner.tsx';
import { Panel, Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel, Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { FacetChip } from '../../../ui/table/facet-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow } from '../../../ui/theme/tokens.ts';
import { utcTimeText } from '../../../ui/display/times.ts';
import { rangeText } from '../time-texts.ts';
import {
  kindsOf,
  moved,
  rangeOf,
  RANGES,
  timelineSearch,
  USUAL_RANGE,
  zoomed,
  type Range,
  type RangeName,
  type TimelineSearch,
} from '../timeline-search.ts';
import { EntryList } from './entry-list.tsx';
import { OverviewChart } from './overview-chart.tsx';

/** Whose timeline: at most one of these. */
export interface Whose {
  tenant?: number;
  environment?: number;
  server?: string;
}

const STEP = 300_000;
type Change = { [Key in keyof TimelineSearch]: TimelineSearch[Key] | undefined };

/** The state in the address, and a setter of parts of it. */
function useTimelineUrl() {
  const [url, change] = useUrlState(timelineSearch);
  const [opened, setOpened] = useState(useNow(60_000));
  const now = useNow(STEP);
  const set = (part: Change) => {
    if (part.range !== undefined) setOpened(Math.max(opened, now));
    change(part);
  };
  const range = rangeOf(url, opened);
  // The end of an open range advances in steps, so that the columns stay stable.
  return { url, set, range: range.isOpen ? { ...range, to: Math.max(range.to, now + STEP) } : range };
}

const isoOf = (ms: number) => new Date(ms).toISOString();

function useEntries(whose: Whose, { from, to, isOpen, isToCome }: Range, kinds: string | undefined) {
  const query = {
    ...whose,
    ...(kinds && { kinds }),
    from: isoOf(from),
    ...(isOpen ? null : { to: isoOf(to) }),
    ...(isToCome ? ({ order: 'oldest' } as const) : null),
  };
  return useInfiniteQuery(
    pagedQueryOf(listTimeline, (cursor: string | null) => ({
      query: { ...query, ...(cursor !== null && { cursor }) },
    })),
  );
}

const Chart = styled(Panel)({
  padding: '12px 16px',
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  [narrow]: { padding: 12 },
});
const Bar = styled(Toolbar)({ '& > p': { fontSize: 12.5, color: color.text2, fontVariantNumeric: 'tabular-nums' } });
const Chips = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 6 });

/** What happened, on one axis: a zoomable overview, filters by kind, and live entries, newest first. */
export function TimelineView({ whose }: { whose: Whose }) {
  const { url, set, range } = useTimelineUrl();
  // A future range contains only dates, not what happens while the page is open.
  const asked = range.isToCome ? 'date' : url.kinds;
  const entries = useEntries(whose, range, asked);
  const overview = useQuery({
    ...queryOf(getTimelineOverview, { query: { ...whose, from: isoOf(range.from), to: isoOf(range.to) } }),
    placeholderData: keepPreviousData,
  });
  const before = url.before === undefined ? null : Date.parse(url.before);
  const kinds = kindsOf(asked ?? TIMELINE_KINDS.join(','));
  const counts = overview.data && countsOf(overview.data.parts);
  const parts = (overview.data?.parts ?? []).map(({ part, counts: all }) => ({
    part,
    counts: Object.fromEntries(Object.entries(all).filter(([kind]) => kinds.includes(kind as TimelineKind))),
  }));
  return (
    <>
      <Controls range={range} url={url} set={set} />
      <Chart aria-label="Overview">
        <RetryBanner query={overview} title="The overview could not be loaded." />
        {overview.data ? (
          <OverviewChart
            key={`${range.from} ${range.isOpen ? '' : range.to}`}
            range={range}
            parts={parts}
            since={overview.data.since ? Date.parse(overview.data.since) : null}
            marked={before}
            onZoom={(from, to) => set({ from: isoOf(from), to: isoOf(to), range: undefined })}
          />
        ) : overview.error ? null : (
          <Skeleton height={126} />
        )}
        {range.isToCome ? null : (
          <Kinds
            chosen={url.kinds === undefined ? [] : kinds}
            counts={counts}
            onChange={(kind) => set({ kinds: kind.join(',') || undefined })}
          />
        )}
      </Chart>
      <Entries
        query={entries}
        more={range.isToCome ? 'Load later' : 'Load older'}
        before={before}
        ofTenant={whose.tenant !== undefined}
        url={url}
        set={set}
      />
    </>
  );
}

function countsOf(
  parts: readonly { counts: Partial<Record<TimelineKind, number>> }[],
): ReadonlyMap<TimelineKind, number> {
  const counts = new Map<TimelineKind, number>();
  for (const part of parts)
    for (const kind of TIMELINE_KINDS) {
      const count = part.counts[kind] ?? 0;
      if (count > 0) counts.set(kind, (counts.get(kind) ?? 0) + count);
    }
  return counts;
}

const RANGE_OPTIONS = (Object.keys(RANGES) as RangeName[]).map((value) => ({ value, label: RANGES[value].label }));

function Controls({ range, url, set }: { range: Range; url: TimelineSearch; set: (part: Change) => void }) {
  const free = { from: undefined, to: undefined, before: undefined };
  const [from, to] = [new Date(range.from), new Date(range.to)];
  const now = new Date(useNow(STEP));
  const go = (next: { from: string; to: string }) => set({ ...next, range: undefined });
  return (
    <Bar>
      <Segment<RangeName | 'custom'>
        label="Range"
        options={RANGE_OPTIONS}
        value={url.from === undefined ? (url.range ?? USUAL_RANGE) : 'custom'}
        onChange={(chosen) =>
          set({
            ...free,
            range: chosen === 'custom' ? USUAL_RANGE : chosen,
            ...(chosen === 'next' && { kinds: undefined }),
          })
        }
      />
      <span style={{ display: 'inline-flex' }}>
        <IconButton icon={mdiChevronLeft} label="Earlier" onClick={() => go(moved(range, -0.5))} />
        <IconButton icon={mdiChevronRight} label="Later" onClick={() => go(moved(range, 0.5))} />
        <IconButton icon={mdiMagnifyMinusOutline} label="Zoom out" onClick={() => go(zoomed(range, 2))} />
        <IconButton icon={mdiMagnifyPlusOutline} label="Zoom in" onClick={() => go(zoomed(range, 0.5))} />
      </span>
      <p title={`${utcTimeText(from)} to ${utcTimeText(to)}`}>{rangeText(from, to, now)}</p>
    </Bar>
  );
}

interface KindsProps {
  /** None: all of them. */
  chosen: readonly TimelineKind[];
  /** Undefined while unknown. */
  counts: ReadonlyMap<TimelineKind, number> | undefined;
  onChange: (kinds: readonly TimelineKind[]) => void;
}

/** Filters by kind: those with entries in the range, and the chosen ones. */
function Kinds({ chosen, counts, onChange }: KindsProps) {
  const shown = TIMELINE_KINDS.filter((kind) => counts?.has(kind) || chosen.includes(kind));
  const isChanges = chosen.length === CHANGE_KINDS.length && CHANGE_KINDS.every((kind) => chosen.includes(kind));
  const changes = counts && CHANGE_KINDS.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
  const toggle = (kind: TimelineKind) => {
    const from = isChanges ? [] : chosen;
    onChange(from.includes(kind) ? from.filter((other) => other !== kind) : [...from, kind]);
  };
  return (
    <Chips role="group" aria-label="Kinds">
      <FacetChip count={changes} on={isChanges} onToggle={() => onChange(isChanges ? [] : CHANGE_KINDS)}>
        All changes
      </FacetChip>
      {shown
        .filter((kind) => !isChanges || counts?.has(kind))
        .map((kind) => (
          <FacetChip
            key={kind}
            count={counts && (counts.get(kind) ?? 0)}
            on={!isChanges && chosen.includes(kind)}
            onToggle={() => toggle(kind)}
          >
            {TIMELINE_NAMES[kind]}
          </FacetChip>
        ))}
    </Chips>
  );
}

interface EntriesProps {
  query: ReturnType<typeof useEntries>;
  more: string;
  before: number | null;
  ofTenant: boolean;
  url: TimelineSearch;
  set: (part: Change) => void;
}

/** Maximum number of empty pages that are skipped automatically. */
const MAX_EMPTY_PAGES = 10;

function Entries({ query, more, before, ofTenant, url, set }: EntriesProps) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const pages = query.data?.pages ?? [];
  const entries: readonly TimelineEntry[] = pages.flatMap((page) => page.entries);
  const isSeeking = entries.length === 0 && hasNextPage && pages.length < MAX_EMPTY_PAGES && !isError;
  useEffect(() => {
    if (isSeeking && !isFetching) void fetchNextPage();
  }, [isSeeking, isFetching, fetchNextPage]);
  const loading = <LoadingPanel label="Entries" rows={8} rowHeight={44} />;
  return (
    <>
      <QueryView
        framed
        query={query}
        errorTitle="The timeline could not be loaded"
        loading={loading}
        empty={{
          when: () => entries.length === 0,
          show: isSeeking ? loading : <NothingHappened url={url} set={set} />,
        }}
      >
        {() => <EntryList entries={entries} before={before} ofTenant={ofTenant} />}
      </QueryView>
      {isSeeking ? null : <MorePages query={query} label={more} />}
    </>
  );
}

function NothingHappened({ url, set }: Pick<EntriesProps, 'url' | 'set'>) {
  const isFiltered = url.kinds !== undefined;
  return (
    <StatePanel
      framed
      icon={mdiTimelineClockOutline}
      title={isFiltered ? 'Nothing of these kinds happened in this range' : 'Nothing happened in this range'}
      actions={
        isFiltered ? (
          <ActionButton onClick={() => set({ kinds: undefined })}>Show all kinds</ActionButton>
        ) : (
          <ActionButton onClick={() => set({ range: '30d', from: undefined, to: undefined })}>
            Show 30 days
          </ActionButton>
        )
      }
    >
      Changes, deploys, outages and the dates of licences and certificates appear here as they happen.
    </StatePanel>
  );
}
