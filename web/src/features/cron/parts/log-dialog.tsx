import {
  cutMessage,
  durationText,
  LOG_STATUS,
  logTime,
  nextRunText,
  scheduleParts,
} from '@mission-control/contract/cron/rules';
import type { CronLog } from '@mission-control/contract/cron/schema';
import { Suspense, useState } from 'react';
import { findRows } from '../../../lib/address/table-search.ts';
import { lazyPersistent } from '../../../ui/lazy-persistent.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { NoneFound, StatePanel } from '../../../ui/layout/state-panel.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { Mono } from '../../../ui/display/mono.tsx';
import { color, radius } from '../../../ui/theme/tokens.ts';
import type { ShownTask } from '../task-key.ts';

const Text = styled('span')({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const More = styled('button')({
  marginLeft: 8,
  padding: '0 2px',
  border: 0,
  borderRadius: radius.small,
  background: 'none',
  color: color.accent,
  font: 'inherit',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  '&:hover': { textDecoration: 'underline' },
});

/** Message of a log entry, truncated until expanded [CRN-21]. */
function LogMessage({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = cutMessage(text);
  return (
    <>
      <Text>{whole ? text : cut}</Text>
      {cut === text ? null : (
        <More type="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all'}
        </More>
      )}
    </>
  );
}

const durationOf = (log: CronLog): number => log.e2e.task_duration_in_seconds;
const statusOf = (log: CronLog) => LOG_STATUS[log.context.status];

/** Texts of an entry that the search matches, with the whole message. */
const searchedTexts = (log: CronLog): string[] => [
  log.datetime,
  log.context.status,
  statusOf(log).text,
  durationText(durationOf(log)),
  log.message,
];

/** [CRN-18] */
const logColumns: readonly Column<CronLog>[] = [
  {
    id: 'time',
    header: 'Time',
    width: 170,
    narrowWidth: 160,
    sortValue: (log) => Date.parse(log.datetime) || 0,
    text: (log) => log.datetime,
    cell: (log) => (
      <Mono small title={log.datetime}>
        {logTime(log.datetime)}
      </Mono>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 100,
    sortValue: (log) => log.context.status,
    cell: (log) => (
      <StatusChip meaning={statusOf(log).meaning} variant="quiet" title={log.context.status}>
        {statusOf(log).text}
      </StatusChip>
    ),
  },
  {
    id: 'duration',
    header: 'Duration',
    width: 100,
    align: 'right',
    sortValue: durationOf,
    cell: (log) => durationText(durationOf(log)),
  },
  {
    id: 'message',
    header: 'Message',
    narrowWidth: 320,
    wrap: true,
    cell: (log) => <LogMessage text={log.message} />,
    text: (log) => log.message,
  },
];

interface LogDialogProps {
  tenantId: number;
  /** Undefined while closed. */
  task: ShownTask | undefined;
  onClose: () => void;
}

/** Log of a task [CRN-10, CRN-18]. */
export function LogDialog({ tenantId, task, onClose }: LogDialogProps) {
  return (
    <DialogFrame
      open={task !== undefined}
      title={task ? `Log of ${task.taskName}${task.where === null ? '' : ` on ${task.where}`}` : ''}
      width={900}
      onClose={onClose}
      footer={<ActionButton onClick={onClose}>Close</ActionButton>}
    >
      {task ? <TaskDetail key={task.key} tenantId={tenantId} task={task} /> : null}
    </DialogFrame>
  );
}

const NEWEST_FIRST = { column: 'time', direction: 'desc' } as const;

const TaskHistory = lazyPersistent(async () => (await import('./task-history.tsx')).TaskHistory);
const PARTS = [
  { value: 'log', label: 'Log' },
  { value: 'history', label: '30 days' },
] as const;

function TaskDetail({ tenantId, task }: { tenantId: number; task: ShownTask }) {
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('log');
  return (
    <>
      <p>
        {task.group.name}: {scheduleParts(task).join(', ')}
        {task.next_run === null ? null : `; ${nextRunText(task.next_run)}`}.
      </p>
      <Toolbar>
        <Segment label="Runs" options={PARTS} value={part} onChange={setPart} />
      </Toolbar>
      {part === 'log' ? (
        <Log task={task} />
      ) : (
        <Suspense fallback={<LoadingPanel label="History" rows={6} rowHeight={40} plain />}>
          <TaskHistory tenantId={tenantId} task={task} />
        </Suspense>
      )}
    </>
  );
}

function Log({ task }: { task: ShownTask }) {
  const [search, setSearch] = useState('');
  const { logs } = task;
  return (
    <>
      <Toolbar>
        <SearchField label="Search the log" hotkey={false} value={search} onChange={setSearch} />
      </Toolbar>
      <LocalTable
        label={`Log of ${task.taskName}`}
        columns={logColumns}
        rows={findRows(logs, search, searchedTexts)}
        getRowId={(log) => String(logs.indexOf(log))}
        defaultSort={NEWEST_FIRST}
        empty={
          logs.length > 0 ? (
            <NoneFound all={logs.length} search={search} onClear={() => setSearch('')} />
          ) : (
            <StatePanel title="No log entries">This task has not ended within the reported time.</StatePanel>
          )
        }
      />
    </>
  );
}
