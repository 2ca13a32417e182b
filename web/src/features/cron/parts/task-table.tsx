import { mdiClockRemoveOutline } from '@mdi/js';
import { lastEndOf } from '@mission-control/contract/attention/rules';
import type { CallResponse } from '@mission-control/contract/call';
import type { getTenantCron } from '@mission-control/contract/cron/calls';
import { agedFuzzy, countLastDay, LOG_STATUS, nextRunText, scheduleParts } from '@mission-control/contract/cron/rules';
import type { CronLog } from '@mission-control/contract/cron/schema';
import { useMemo } from 'react';
import { useRowHref, useTableUrl } from '../../../lib/address/use-table-url.ts';
import type { QueryState } from '../../../lib/query/query-page.tsx';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { StatusChip, type ChipMeaning } from '../../../ui/display/status-chip.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis, monoText } from '../../../ui/theme/tokens.ts';
import { shownTasks, type ShownTask } from '../task-key.ts';

type Status = CronLog['context']['status'];

const Row = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 10 });
const STATUSES = Object.keys(LOG_STATUS) as Status[];

/** Outcomes of the last day with their numbers, such as '2 failed'. */
function countsOf({ logs }: ShownTask, now: number): [Status, string][] {
  const counts = countLastDay(logs, now);
  return STATUSES.flatMap((status): [Status, string][] =>
    counts[status] > 0 ? [[status, `${counts[status]} ${LOG_STATUS[status].text.toLowerCase()}`]] : [],
  );
}

function LastDay({ some }: { some: ReturnType<typeof countsOf> }) {
  if (some.length === 0) return <>–</>;
  return (
    <Row>
      {some.map(([status, text]) => (
        <StatusChip key={status} meaning={LOG_STATUS[status].meaning} variant="quiet" size="small">
          {text}
        </StatusChip>
      ))}
    </Row>
  );
}

const Where = styled('small')({ ...ellipsis, display: 'block', fontSize: 12, fontWeight: 400, color: color.text3 });

const Next = styled('small')({ display: 'block', fontSize: 12, color: color.text3 });

const scheduleOf = (task: ShownTask): string => scheduleParts(task).join(', ');

const SCHEDULE: Column<ShownTask> = {
  id: 'schedule',
  header: 'Schedule',
  narrowWidth: 260,
  wrap: true,
  sortValue: scheduleOf,
  cell: (task) => (
    <>
      {scheduleOf(task)}
      {task.next_run === null ? null : <Next>{nextRunText(task.next_run)}</Next>}
    </>
  ),
};

/** Texts of a row that the search matches. */
const searchedTexts = (task: ShownTask): string[] => [
  task.group.name,
  task.taskName,
  scheduleOf(task),
  task.state.status_text,
  task.state.finished_fuzzy,
  task.where ?? '',
];

/** In the documented order [CRN-09, CRN-12, CRN-17]. @param now ms since the epoch @param hrefOf address of a task's log */
const taskColumns = (now: number, hrefOf: (task: ShownTask) => string): readonly Column<ShownTask>[] => [
  {
    id: 'group',
    header: 'Group',
    width: 150,
    narrowWidth: 92,
    sticky: true,
    sortValue: (task) => task.key,
    cell: (task) => task.group.name,
  },
  {
    id: 'task',
    header: 'Task',
    width: 210,
    narrowWidth: 136,
    sticky: true,
    strong: true,
    sortValue: (task) => task.taskName,
    cell: (task) => (
      <>
        <Link href={hrefOf(task)} title={task.taskName} style={{ ...monoText, fontSize: 12 }}>
          {task.taskName}
        </Link>
        {task.where === null ? null : <Where title={task.where}>{task.where}</Where>}
      </>
    ),
  },
  SCHEDULE,
  {
    id: 'status',
    header: 'Status',
    width: 120,
    sortValue: (task) => task.state.status_text,
    cell: (task) => (
      <StatusChip meaning={meaningOf(task.state.status_text)} variant="quiet">
        {task.state.status_text}
      </StatusChip>
    ),
  },
  {
    id: 'finished',
    header: 'Last execution',
    width: 150,
    sortValue: (task) => lastEndOf(task.logs) ?? 0,
    text: (task) => newestOf(task.logs) ?? task.state.finished_fuzzy,
    cell: (task) => (
      <span title={newestOf(task.logs)}>{agedFuzzy(task.state.finished_fuzzy, now - Date.parse(task.created))}</span>
    ),
  },
  {
    id: 'day',
    header: 'Last 24 hrs',
    width: 244,
    sortValue: (task) => failuresOf(task, now),
    text: (task) => countsText(countsOf(task, now)),
    cell: (task) => <LastDay some={countsOf(task, now)} />,
  },
];

/** Time of the newest run as reported; logs may be in any order. */
function newestOf(logs: ShownTask['logs']): string | undefined {
  const end = lastEndOf(logs);
  return logs.find(({ datetime }) => Date.parse(datetime) === end)?.datetime;
}

const countsText = (counts: ReturnType<typeof countsOf>): string => counts.map(([, text]) => text).join(', ');

function failuresOf(task: ShownTask, now: number): number {
  const { task_fail: failed, task_dead: dead } = countLastDay(task.logs, now);
  return failed + dead;
}

/** Status texts are the tenant's own; some are recognized. */
function meaningOf(status: string): ChipMeaning {
  if (/run/i.test(status)) return 'accent';
  if (/fail|error|dead/i.test(status)) return 'bad';
  if (/disabled|paused|off/i.test(status)) return 'off';
  return 'plain';
}

interface TaskTableProps {
  query: QueryState<CallResponse<typeof getTenantCron>>;
  /** Opens the log of a task. */
  onOpen: (task: ShownTask) => void;
}

const BY_GROUP = { column: 'group', direction: 'asc' } as const;
/** The tasks of a tenant usually fit on one page. */
const PAGE_SIZE = 50;

/** The tasks of a tenant [CRN-09]. */
export function TaskTable({ query, onOpen }: TaskTableProps) {
  const now = useNow(60_000);
  const hrefOf = useRowHref('task');
  const columns = useMemo(() => taskColumns(now, ({ key }) => hrefOf(key)), [now, hrefOf]);
  return (
    <QueryTable
      label="Cron tasks"
      query={query}
      rows={({ tasks }) => shownTasks(tasks)}
      columns={columns}
      getRowId={(task) => task.key}
      state={useTableUrl(BY_GROUP)}
      search={{ label: 'Search tasks', textOf: searchedTexts }}
      pageSize={PAGE_SIZE}
      onRowOpen={onOpen}
      errorTitle="The cron tasks could not be loaded"
      empty={
        <StatePanel icon={mdiClockRemoveOutline} title="No data">
          {query.data?.created === null
            ? 'No environment of this tenant has reported its cron tasks yet.'
            : 'The last report of this tenant contains no tasks.'}
        </StatePanel>
      }
    />
  );
}
