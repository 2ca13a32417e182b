import { mdiCheckCircleOutline, mdiClockAlertOutline, mdiFilterOffOutline } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { listCronTroubles } from '@mission-control/contract/cron/calls';
import {
  CRON_TROUBLE_SORTS,
  CRON_TROUBLES,
  TROUBLE_WORDS,
  TROUBLES_PAGE,
} from '@mission-control/contract/cron/troubles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { boardSearch, NEWEST_FIRST, type BoardSearch } from '../board-search.ts';
import { CronTabs } from '../parts/cron-tabs.tsx';
import { troubleColumns } from '../parts/trouble-columns.tsx';
import { fleetTaskKey } from '../task-key.ts';

type Board = CallResponse<typeof listCronTroubles>;
type Show = (part: { [Key in keyof BoardSearch]: BoardSearch[Key] | undefined }) => void;

function useBoard() {
  const [search, set] = useUrlState(boardSearch);
  const state = useTableUrl(NEWEST_FIRST);
  const { what, environment, q } = search;
  const query = useQuery({
    ...queryOf(listCronTroubles, {
      query: {
        sort: CRON_TROUBLE_SORTS.find((known) => known === state.sort.column) ?? 'since',
        direction: state.sort.direction,
        page: search.page ?? 1,
        ...(what && { what }),
        ...(environment && { environment }),
        ...(q && { q }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const show: Show = (part) => set({ page: undefined, ...part });
  return { search, state, query, show };
}

/** Problems of cron tasks across the fleet: /cron/board. */
export function CronBoardPage() {
  const { search, state, query, show } = useBoard();
  const { data } = query;
  const isFiltered = search.what !== undefined || search.environment !== undefined || search.q !== undefined;
  const clear = () => {
    state.setSearch('');
    show({ what: undefined, environment: undefined, q: undefined });
  };
  return (
    <PageFrame title="Cron Statistics" gap={12} tabs={<CronTabs active="board" />}>
      <Toolbar onBlur={state.commitSearch}>
        <Filters board={data} search={search} show={show} />
        <SearchField label="Search problems" value={state.search} onChange={state.setSearch} />
      </Toolbar>
      <QueryTable
        label="Problems"
        query={query}
        rows={({ troubles }) => troubles}
        columns={troubleColumns}
        getRowId={(row) => `${row.id} ${row.what} ${fleetTaskKey(row)}`}
        state={state}
        total={data?.total ?? 0}
        pageSize={TROUBLES_PAGE}
        errorTitle="The problems could not be loaded"
        empty={<NoTroubles board={data} onClear={isFiltered ? clear : null} />}
      />
    </PageFrame>
  );
}

const ALL = 'all';

function Filters({ board, search, show }: { board: Board | undefined; search: BoardSearch; show: Show }) {
  const all = board && Object.values(board.counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Segment
        label="Problem"
        value={search.what ?? ALL}
        options={[
          { value: ALL, label: 'All', count: all },
          ...CRON_TROUBLES.map((value) => ({ value, label: TROUBLE_WORDS[value].label, count: board?.counts[value] })),
        ]}
        onChange={(next) => show({ what: CRON_TROUBLES.find((known) => known === next) })}
      />
      <SelectField
        label="Environment"
        hideLabel
        options={[
          { value: '', label: 'Any environment' },
          ...(board?.environments ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(search.environment ?? '')}
        onChange={(event) => show({ environment: Number(event.target.value) || undefined })}
      />
    </>
  );
}

function NoTroubles({ board, onClear }: { board: Board | undefined; onClear: (() => void) | null }) {
  if (onClear)
    return (
      <StatePanel
        icon={mdiFilterOffOutline}
        title="No problems match"
        actions={<ActionButton onClick={onClear}>Clear filters</ActionButton>}
      />
    );
  if (board?.environments.length === 0)
    return <StatePanel icon={mdiClockAlertOutline} title="No environment has reported its cron tasks yet" />;
  return (
    <StatePanel icon={mdiCheckCircleOutline} title="No problems">
      No task failed or died in its last run, is overdue, or took unusually long or short.
    </StatePanel>
  );
}
