import { lastEndOf, lateTime } from '@mission-control/contract/attention/rules';
import { readRunningTasks } from '@mission-control/contract/cron/overview';
import { outsideBand } from '@mission-control/contract/cron/troubles';
import type { CronTask } from '@mission-control/contract/cron/schema';
import { STALE_MS } from '@mission-control/contract/reports/define-report';
import { endOf, failedRuns, newestOf } from './failed-runs.ts';
import { nameOf, type KnownTask } from './history/runs.ts';
import type { CronEntry } from './queries.ts';
import { lastDue } from './schedule/next-run.ts';
import type { cronTroubles } from './tables.ts';

/** Something that is wrong with a task, as of a report. */
type TaskProblem = Omit<typeof cronTroubles.$inferSelect, 'tenantId' | 'environmentId'>;

interface Report extends CronEntry {
  created: Date;
  known: ReadonlyMap<string, KnownTask>;
  /** Zone of expressions that do not name one. */
  zone: string;
}

const GRACE_MS = STALE_MS;
const PLAIN = { message: '', seconds: null, low: null, high: null, percent: null, running: false } as const;

/** The problems of the tasks in a report. Tasks with the same name count once. */
export function problemsOf(report: Report): TaskProblem[] {
  const running = new Map(
    (readRunningTasks(report.cron_tasks) ?? []).map(({ task, elapsed }) => [task, Math.max(0, elapsed)]),
  );
  const tasks = [...new Map(report.tasks.map((task) => [keyOf(task), task])).values()];
  const failed = failedRuns(tasks).map((run): TaskProblem => {
    const { group: taskGroup, task, status, message } = run;
    const what = status === 'task_dead' ? 'dead' : 'failed';
    return { ...PLAIN, taskGroup, task, what, since: endOf(run, report.created), message };
  });
  return [...failed, ...tasks.flatMap((task) => timesOf(task, running.get(task.taskName), report))];
}

const keyOf = ({ group, taskName }: CronTask): string => nameOf({ group: group.name, task: taskName });

/** Problems that depend on the time. @param elapsed seconds for which the task has been running */
function timesOf(task: CronTask, elapsed: number | undefined, { created, known, zone }: Report): TaskProblem[] {
  const name = { taskGroup: task.group.name, task: task.taskName };
  const reported = created.getTime();
  const band = known.get(keyOf(task))?.band ?? null;
  const outside = (seconds: number, since: number, running: boolean): TaskProblem[] => {
    const found = band && outsideBand(seconds, band);
    // A run that is still going cannot be too short.
    if (!band || !found || (running && found.trouble === 'too-short')) return [];
    const { trouble, percent } = found;
    const facts = { what: trouble, percent, seconds, low: band.low, high: band.high };
    return [{ ...PLAIN, ...name, ...facts, since: new Date(since), running }];
  };
  if (elapsed !== undefined) return outside(elapsed, reported - elapsed * 1000, true);
  const last = newestOf(task.logs);
  const end = Date.parse(last?.datetime ?? '');
  // Logs cover only a day.
  const ran = Math.max(lastEndOf(task.logs) ?? 0, known.get(keyOf(task))?.until ?? 0);
  const lastEnd = ran === 0 ? null : ran;
  const missed = missedAt(task, lastEnd, zone, reported);
  const late = task.schedule ? null : lateTime(task, lastEnd);
  return [
    ...(missed === null ? [] : [{ ...PLAIN, ...name, what: 'not-started' as const, since: new Date(missed) }]),
    ...(late === null || late > reported
      ? []
      : [{ ...PLAIN, ...name, what: 'overdue' as const, since: new Date(late) }]),
    ...(last?.context.status === 'task_end' && end <= reported
      ? outside(last.e2e.task_duration_in_seconds, end, false)
      : []),
  ];
}

type Due = Pick<CronTask, 'schedule' | 'restrictions'>;

/** When a task with an expression was last due, at least 15 minutes ago, if it has not run since; null for one that never ran. */
function missedAt({ schedule, restrictions }: Due, lastEnd: number | null, zone: string, now: number): number | null {
  if (!schedule || restrictions.conditional !== null || lastEnd === null) return null;
  const due = lastDue(schedule.cron, schedule.zone ?? zone, now - GRACE_MS);
  return due === null || lastEnd >= due ? null : due;
}
