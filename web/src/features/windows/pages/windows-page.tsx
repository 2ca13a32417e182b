import { mdiCalendarPlus } from '@mdi/js';
import { addWindow, listWindows } from '@mission-control/contract/windows/calls';
import { minutesText } from '@mission-control/contract/windows/rules';
import { WINDOW_STATES, type WindowRow } from '@mission-control/contract/windows/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BY_TIME } from '../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { AlertsFrame } from '../../alerts/public.tsx';
import { WindowDialog } from '../parts/window-dialog.tsx';
import { recurrenceText, scopeText, STATE_WORDS, occurrenceText } from '../window-words.ts';

/** Current windows, then upcoming ones, next first; then past ones, latest first. */
function placeOf({ state, at }: WindowRow): number {
  const time = at === null ? 0 : Date.parse(at.from) / 1e13;
  return WINDOW_STATES.indexOf(state) + (state === 'past' ? 1 - time : time);
}

const columns: readonly Column<WindowRow>[] = [
  {
    id: 'name',
    header: 'Window',
    width: 200,
    narrowWidth: 140,
    sticky: true,
    strong: true,
    sortValue: ({ name }) => name,
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: 100,
    sortValue: placeOf,
    text: ({ state }) => STATE_WORDS[state].label,
    cell: ({ state }) => (
      <StatusChip meaning={STATE_WORDS[state].meaning} variant="quiet">
        {STATE_WORDS[state].label}
      </StatusChip>
    ),
  },
  {
    id: 'at',
    header: 'When',
    width: 330,
    cell: ({ at, zone }) => (at === null ? 'Never' : `${occurrenceText(at, zone)}, ${zone}`),
  },
  { id: 'rhythm', header: 'Repeats', width: 170, sortValue: recurrenceText, cell: recurrenceText },
  {
    id: 'length',
    header: 'Length',
    width: 90,
    sortValue: ({ minutes }) => minutes,
    cell: ({ minutes }) => minutesText(minutes),
  },
  { id: 'scope', header: 'Applies to', width: 180, cell: ({ scope }) => scopeText(scope) },
];

/** The maintenance windows; admins plan them. */
export function WindowsPage() {
  const query = useQuery(queryOf(listWindows, {}));
  const table = useTableUrl(BY_TIME);
  const refusal = useRoleRefusal(addWindow, 'plan maintenance');
  const [dialog, setDialog] = useState<WindowRow | 'new' | null>(null);
  return (
    <AlertsFrame
      tab="maintenance"
      actions={
        <ActionButton
          variant="primary"
          icon={mdiCalendarPlus}
          disabledReason={refusal}
          aria-haspopup="dialog"
          onClick={() => setDialog('new')}
        >
          Add window
        </ActionButton>
      }
    >
      <QueryTable
        label="Maintenance windows"
        query={query}
        rows={({ windows }) => windows}
        columns={columns}
        getRowId={({ id }) => String(id)}
        state={table}
        search={{
          label: 'Search windows',
          textOf: (row) => [row.name, row.note, recurrenceText(row), scopeText(row.scope)],
        }}
        rowOff={({ state }) => state === 'past'}
        {...(refusal === null && { onRowOpen: setDialog })}
        errorTitle="The windows could not be loaded"
        empty={
          <StatePanel icon={mdiCalendarPlus} title="No maintenance planned">
            During a window, nothing is sent about what it covers, and its checks do not count towards uptime.
          </StatePanel>
        }
      />
      {dialog === null ? null : (
        <WindowDialog
          window={dialog === 'new' ? null : (query.data?.windows.find(({ id }) => id === dialog.id) ?? dialog)}
          onClose={() => setDialog(null)}
        />
      )}
    </AlertsFrame>
  );
}
