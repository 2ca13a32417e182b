import { mdiClockRemoveOutline } from '@mdi/js';
import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { findRows } from '../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { NoneFound, StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { ShownTask } from '../task-key.ts';
import { shownOfTask, taskColumns } from './task-columns.tsx';

interface TaskTableProps {
  /** Undefined while they are read. */
  tasks: readonly ShownTask[] | undefined;
  /** False when no environment has ever reported them. */
  reported: boolean;
  /** Opens the log of a task. */
  onOpen: (task: ShownTask) => void;
}

const BY_GROUP = { column: 'group', direction: 'asc' } as const;
/** The cron of a tenant fits on one page. */
const PAGE = 50;
const A_MINUTE = 60_000;

/** The tasks of a tenant [CRN-09]. */
export function TaskTable({ tasks, reported, onOpen }: TaskTableProps) {
  const state = useTableUrl(BY_GROUP);
  const now = useNow(A_MINUTE);
  const { pathname, searchStr } = useLocation();
  const columns = useMemo(() => {
    const search = new URLSearchParams(searchStr);
    return taskColumns(now, (task) => {
      search.set('task', task.key);
      return `${pathname}?${search}`;
    });
  }, [now, pathname, searchStr]);
  const all = tasks ?? [];
  return (
    <>
      <Toolbar>
        <SearchField label="Search tasks" value={state.search} onChange={state.setSearch} />
      </Toolbar>
      <DataTable
        label="Cron tasks"
        columns={columns}
        rows={findRows(all, state.search, shownOfTask)}
        getRowId={(task) => task.key}
        sort={state.sort}
        onSort={state.setSort}
        page={state.page}
        onPage={state.setPage}
        pageSize={PAGE}
        onRowOpen={onOpen}
        loading={tasks === undefined}
        empty={
          all.length > 0 ? (
            <NoneFound all={all.length} search={state.search} onClear={() => state.setSearch('')} />
          ) : (
            <StatePanel icon={mdiClockRemoveOutline} title="No data">
              {reported
                ? 'The last report of this tenant holds no tasks.'
                : 'No environment of this tenant has reported its cron yet.'}
            </StatePanel>
          )
        }
      />
    </>
  );
}
