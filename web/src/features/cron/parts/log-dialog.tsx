import { scheduleParts } from '@mission-control/contract/cron/rules';
import { useState } from 'react';
import { findRows } from '../../../lib/address/table-search.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { NoneFound, StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { ShownTask } from '../task-key.ts';
import { logColumns, shownOfLog } from './log-columns.tsx';

interface LogDialogProps {
  /** Nothing is open without one. */
  task: ShownTask | undefined;
  onClose: () => void;
}

const WIDTH = 900;

/** What a task has said, entry by entry [CRN-10, CRN-18]. */
export function LogDialog({ task, onClose }: LogDialogProps) {
  return (
    <DialogFrame
      open={task !== undefined}
      title={task ? `Log of ${task.taskName}${task.where === null ? '' : ` on ${task.where}`}` : ''}
      width={WIDTH}
      onClose={onClose}
      foot={<ActionButton onClick={onClose}>Close</ActionButton>}
    >
      {task ? <Log key={task.key} task={task} /> : null}
    </DialogFrame>
  );
}

function Log({ task }: { task: ShownTask }) {
  const [search, setSearch] = useState('');
  const { logs } = task;
  return (
    <>
      <p>
        {task.group.name}: {scheduleParts(task).join(', ')}.
      </p>
      <Toolbar>
        <SearchField label="Search the log" hotkey={false} value={search} onChange={setSearch} />
      </Toolbar>
      <DataTable
        label={`Log of ${task.taskName}`}
        columns={logColumns}
        rows={findRows(logs, search, shownOfLog)}
        getRowId={(log) => String(logs.indexOf(log))}
        defaultSort={NEWEST_FIRST}
        empty={
          logs.length > 0 ? (
            <NoneFound all={logs.length} search={search} onClear={() => setSearch('')} />
          ) : (
            <StatePanel title="No log entries.">This task has not ended in the time that was reported.</StatePanel>
          )
        }
      />
    </>
  );
}

const NEWEST_FIRST = { column: 'time', direction: 'desc' } as const;
