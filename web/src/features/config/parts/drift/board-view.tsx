import { mdiCheckAll } from '@mdi/js';
import { BOARD_STATES, type Board, type BoardTenant } from '@mission-control/contract/config/drift';
import { listBoard } from '@mission-control/contract/config/calls';
import { CONFIG_KINDS, configLabel, findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { findRows } from '../../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../../lib/address/use-table-url.ts';
import { useUrlState } from '../../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../../lib/api/query.ts';
import { lazyPart } from '../../../../lib/lazy-part.ts';
import { QueryTable } from '../../../../lib/query/query-table.tsx';
import { SearchField } from '../../../../ui/field/search-field.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { Toolbar } from '../../../../ui/layout/panel.tsx';
import { StatePanel } from '../../../../ui/layout/state-panel.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { boardRows, boardState, boardTexts, boardTotals, kindsOf } from '../../state/board.ts';
import { BOARD_WORDS, driftSearch, USUAL_SORT, type DriftSearch } from '../../state/drift-search.ts';
import { Quiet } from '../editor/layout.ts';
import { BoardActions } from './board-actions.tsx';
import { boardColumns, type OpenCell } from './board-columns.tsx';

const BoardPanel = lazyPart(() => import('./board-panel.tsx').then((module) => module.BoardPanel));

const NONE: readonly BoardTenant[] = [];
const NO_TICKS: ReadonlySet<number> = new Set();

// On a line of their own even before they are loaded, because they do not fit beside the fields.
const Totals = styled('div')({ '@media (max-width:1400px)': { flexBasis: '100%' } });

/** Tenants in rows, configs in columns; the totals are filters. */
export function BoardView() {
  const query = useQuery(queryOf(listBoard, {}));
  const table = useTableUrl(USUAL_SORT.board);
  const [url] = useUrlState(driftSearch);
  // By config: a tick is about a cell, not about the tenant.
  const [ticks, setTicks] = useState<ReadonlyMap<string, ReadonlySet<number>>>(new Map());
  const [open, setOpen] = useState<OpenCell | null>(null);
  const { config } = url;
  const ticked = ticks.get(config ?? '') ?? NO_TICKS;
  const tenants = query.data?.tenants ?? NONE;
  const kinds = useMemo(() => (query.data ? kindsOf(query.data.tenants) : CONFIG_KINDS), [query.data]);
  const columns = useMemo(
    () =>
      boardColumns({
        kinds: kinds.filter(({ slug }) => config === undefined || slug === config),
        config,
        ticked,
        setTicked: (ids) => setTicks((before) => new Map(before).set(config ?? '', ids)),
        onOpen: setOpen,
      }),
    [kinds, config, ticked],
  );
  const rows = useMemo(() => boardRows(tenants, url), [tenants, url]);
  const shown = useMemo(() => findRows(rows, table.search, boardTexts), [rows, table.search]);
  return (
    <>
      <BoardToolbar board={query.data} url={url} kinds={kinds.map(({ slug }) => slug)} table={table} />
      {config === undefined ? (
        <Quiet>
          Choose a config to change all that is listed in bulk, or a difference to change all configs that share it.
        </Quiet>
      ) : (
        <BoardActions config={config} url={url} search={table.search} shown={shown} ticked={ticked} />
      )}
      <QueryTable
        label="Drift board"
        query={query}
        rows={() => rows}
        state={table}
        search={{ textOf: boardTexts }}
        columns={columns}
        getRowId={({ tenant_id: id }) => String(id)}
        dense
        errorTitle="The drift could not be loaded"
        empty={
          <StatePanel icon={mdiCheckAll} title="No configs match">
            No config of any tenant is in this state.
          </StatePanel>
        }
      />
      <Suspense fallback={null}>
        {open && query.data ? <BoardPanel board={query.data} open={open} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </>
  );
}

interface BoardToolbarProps {
  board: Board | undefined;
  url: DriftSearch;
  kinds: readonly ConfigKindSlug[];
  table: Pick<ReturnType<typeof useTableUrl>, 'search' | 'setSearch' | 'commitSearch'>;
}

/** Search, config, and the totals as filters. */
function BoardToolbar({ board, url, kinds, table }: BoardToolbarProps) {
  const [, set] = useUrlState(driftSearch);
  const totals = board && boardTotals(board, url.config);
  const all = totals && Object.values(totals).reduce((sum, count) => sum + count, 0);
  return (
    <Toolbar onBlur={table.commitSearch}>
      <SearchField label="Search drift" value={table.search} onChange={table.setSearch} />
      <div style={{ width: 170 }}>
        <SelectField
          label="Config"
          hideLabel
          value={url.config ?? ''}
          options={[
            { value: '', label: 'All configs' },
            ...kinds.map((slug) => ({ value: slug, label: configLabel(slug) })),
          ]}
          onChange={(event) => set({ config: findConfigKind(event.target.value)?.slug, page: undefined })}
        />
      </div>
      <Totals>
        <Segment
          label="State"
          value={boardState(url.state) ?? 'all'}
          onChange={(next) => set({ state: next === 'all' ? undefined : next, page: undefined })}
          options={[
            { value: 'all' as const, label: 'All', count: all },
            ...BOARD_STATES.map((state) => ({ value: state, label: BOARD_WORDS[state].label, count: totals?.[state] })),
          ]}
        />
      </Totals>
    </Toolbar>
  );
}
