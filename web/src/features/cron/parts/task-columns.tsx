import { agedFuzzy, countLastDay, scheduleParts, LOG_STATUS } from '@mission-control/contract/cron/rules';
import type { CronLog } from '@mission-control/contract/cron/schema';
import { Link } from '../../../ui/action/link.tsx';
import { StatusChip, type ChipMeaning } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { color, ellipsis, monoText } from '../../../ui/theme/tokens.ts';
import type { ShownTask } from '../task-key.ts';

type Status = CronLog['context']['status'];

const Row = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 10 });
const STATUSES = Object.keys(LOG_STATUS) as Status[];

/** How the runs of a day ended; those that went wrong stand out. */
function LastDay({ counts }: { counts: Record<Status, number> }) {
  const some = STATUSES.filter((status) => counts[status] > 0);
  if (some.length === 0) return <>–</>;
  return (
    <Row>
      {some.map((status) => (
        <StatusChip key={status} meaning={LOG_STATUS[status].meaning} variant="quiet" size="small">
          {`${counts[status]} ${LOG_STATUS[status].text.toLowerCase()}`}
        </StatusChip>
      ))}
    </Row>
  );
}

const Where = styled('small')({ ...ellipsis, display: 'block', fontSize: 12, fontWeight: 400, color: color.text3 });

const scheduleOf = (task: ShownTask): string => scheduleParts(task).join(', ');

/** What the search of the table looks at. */
export const shownOfTask = (task: ShownTask): string[] => [
  task.group.name,
  task.taskName,
  scheduleOf(task),
  task.state.status_text,
  task.state.finished_fuzzy,
  task.where ?? '',
];

/** The six columns in the order of the documents [CRN-09, CRN-12, CRN-17]. @param now ms since 1970 @param hrefOf leads to the log of a task */
export const taskColumns = (now: number, hrefOf: (task: ShownTask) => string): readonly Column<ShownTask>[] => [
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
  { id: 'schedule', header: 'Schedule', narrowWidth: 260, wrap: true, sortValue: scheduleOf, cell: scheduleOf },
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
    sortValue: (task) => Date.parse(task.logs[0]?.datetime ?? '') || 0,
    cell: (task) => (
      <span title={task.logs[0]?.datetime}>{agedFuzzy(task.state.finished_fuzzy, now - Date.parse(task.created))}</span>
    ),
  },
  {
    id: 'day',
    header: 'Last 24 hrs',
    width: 220,
    sortValue: (task) => failuresOf(task, now),
    cell: (task) => <LastDay counts={countLastDay(task.logs, now)} />,
  },
];

function failuresOf(task: ShownTask, now: number): number {
  const { task_fail: failed, task_dead: dead } = countLastDay(task.logs, now);
  return failed + dead;
}

/** The words are the tenant's own; some say how it goes. */
function meaningOf(status: string): ChipMeaning {
  if (/run/i.test(status)) return 'accent';
  if (/fail|error|dead/i.test(status)) return 'bad';
  if (/disabled|paused|off/i.test(status)) return 'off';
  return 'plain';
}
