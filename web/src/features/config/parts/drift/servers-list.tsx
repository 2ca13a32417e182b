import { mdiServerOff } from '@mdi/js';
import { commitConfig, listDrift, takeOverConfig } from '@mission-control/contract/config/calls';
import type { DriftRow } from '@mission-control/contract/config/drift';
import { DRIFT_STATES, type DriftState } from '@mission-control/contract/config/rules';
import type { CallResponse } from '@mission-control/contract/call';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { findRows } from '../../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../../lib/address/use-table-url.ts';
import { useUrlState } from '../../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../../lib/api/query.ts';
import { QueryTable } from '../../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { SearchField } from '../../../../ui/field/search-field.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { Toolbar } from '../../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../../ui/layout/state-panel.tsx';
import { driftColumns, driftRowId, driftTexts, settleRefusal } from './drift-columns.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { SETTLE_WORDS, type Settling } from './use-settling.ts';
import { Quiet } from '../editor/layout.ts';
import { DRIFT_WORDS, driftSearch, USUAL_SORT } from '../../state/drift-search.ts';

/** Server files that differ from what this console committed, and ways to settle them. Viewing never writes (C-134). */
export function ServersList() {
  const query = useQuery(queryOf(listDrift, {}));
  const table = useTableUrl(USUAL_SORT.servers);
  const [{ state: wanted }] = useUrlState(driftSearch);
  const state = DRIFT_STATES.find((known) => known === wanted);
  const [settling, setSettling] = useState<Chosen | null>(null);
  const takeOver = useRoleRefusal(takeOverConfig, 'take over configs');
  const commit = useRoleRefusal(commitConfig, 'commit a config');
  const columns = useMemo(
    () =>
      driftColumns({
        refusals: { 'take-over': takeOver, commit },
        onSettle: (how, row) => setSettling({ how, rows: [row] }),
      }),
    [takeOver, commit],
  );
  const ofState = (rows: readonly DriftRow[]) => rows.filter((row) => state === undefined || row.state === state);
  const shown = query.data && findRows(ofState(query.data.rows), table.search, driftTexts);
  return (
    <>
      <Toolbar onBlur={table.commitSearch}>
        <SearchField label="Search drift" value={table.search} onChange={table.setSearch} />
        <StateChoice rows={query.data?.rows} state={state} />
        <AllButton how="take-over" rows={shown} refusal={takeOver} onSettle={setSettling} />
        <AllButton how="commit" rows={shown} refusal={commit} onSettle={setSettling} />
      </Toolbar>
      {query.error && !query.data ? null : (
        <Quiet>{query.data ? countsText(query.data) : <Skeleton width="min(560px,100%)" />}</Quiet>
      )}
      <QueryTable
        label="Drift"
        query={query}
        rows={({ rows }) => ofState(rows)}
        state={table}
        search={{ textOf: driftTexts }}
        columns={columns}
        getRowId={driftRowId}
        errorTitle="The drift could not be loaded"
        empty={
          <StatePanel icon={mdiServerOff} title="No servers differ">
            Every server that was read holds what was committed here.
          </StatePanel>
        }
      />
      {settling ? <SettleDialog {...settling} onClose={() => setSettling(null)} /> : null}
    </>
  );
}

interface Chosen {
  how: Settling;
  rows: readonly DriftRow[];
}

interface AllButtonProps {
  how: Settling;
  /** Undefined until loaded. */
  rows: readonly DriftRow[] | undefined;
  refusal: string | null;
  onSettle: (chosen: Chosen) => void;
}

/** Settles every listed config that can be settled. */
function AllButton({ how, rows, refusal, onSettle }: AllButtonProps) {
  const able = rows?.filter((row) => settleRefusal(how, row) === null) ?? [];
  const { verb, icon } = SETTLE_WORDS[how];
  return (
    <ActionButton
      icon={icon}
      aria-haspopup="dialog"
      disabledReason={
        refusal ?? (rows === undefined ? 'Not loaded yet' : able.length === 0 ? 'No listed config is eligible' : null)
      }
      onClick={() => onSettle({ how, rows: able })}
    >
      {rows === undefined ? verb : `${verb} ${able.length}`}
    </ActionButton>
  );
}

function StateChoice({ rows, state }: Pick<AllButtonProps, 'rows'> & { state: DriftState | undefined }) {
  const [, set] = useUrlState(driftSearch);
  const count = (value: DriftState) => rows?.filter((row) => row.state === value).length;
  return (
    <Segment
      label="State"
      value={state ?? 'all'}
      onChange={(next) => set({ state: next, page: undefined })}
      options={[
        { value: 'all', label: 'All', count: rows?.length },
        ...DRIFT_STATES.map((value) => ({ value, label: DRIFT_WORDS[value].label, count: count(value) })),
      ]}
    />
  );
}

function countsText({ same, nothing, unreadable, unread, truncated }: CallResponse<typeof listDrift>): string {
  const parts = [
    `${countText(same, 'config')} as committed`,
    `${nothing} never committed, with no file on any server`,
    ...(unreadable > 0 ? [`${unreadable} with a server that could not be read`] : []),
    ...(unread > 0 ? [`${unread} not read yet`] : []),
    ...(truncated ? ['more differ than listed'] : []),
  ];
  return `${parts.join(', ')}. Servers are read again every few minutes; reading changes nothing on them.`;
}
