import { BAND_RUNS, outsideBand, type Band } from '@mission-control/contract/cron/troubles';
import type { CronLog, CronTask } from '@mission-control/contract/cron/schema';
import { DAY_MS } from '../../../platform/clock.ts';
import { addTo, countOf, mergeInto, percentiles, type Histogram } from './histogram.ts';

/** A completed run. */
export interface Run {
  group: string;
  task: string;
  /** ms since 1970. */
  end: number;
  seconds: number;
  status: CronLog['context']['status'];
}

/** Summary of the runs of a task that ended on one day (UTC). */
export interface TaskDay {
  group: string;
  task: string;
  ended: number;
  failed: number;
  dead: number;
  /** Durations of successful runs. */
  durations: Histogram;
  /** Runs that failed, died, or were outside their band: end in ms, seconds, status. */
  outliers: [number, number, Run['status']][];
}

/** The known state of a task of a tenant on an environment. */
export interface KnownTask {
  group: string;
  task: string;
  /** End of the newest run that was counted, in ms. */
  until: number;
  band: Band | null;
}

export const nameOf = ({ group, task }: { group: string; task: string }): string => JSON.stringify([group, task]);

/** Maximum outliers kept per day. */
const MAX_OUTLIERS = 20;

/** Day of an instant, as a date in UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The runs of a report that are not counted yet. Very old runs, and those that claim to end after the report, are left out. */
export function newRuns(tasks: readonly CronTask[], known: ReadonlyMap<string, KnownTask>, reported: number): Run[] {
  return tasks.flatMap(({ group, taskName, logs }) => {
    const task = { group: group.name, task: taskName };
    const after = known.get(nameOf(task))?.until ?? reported - 2 * DAY_MS;
    return logs.flatMap(({ datetime, e2e, context }) => {
      const end = Date.parse(datetime);
      if (!(end > after && end <= reported)) return [];
      return { ...task, end, seconds: e2e.task_duration_in_seconds, status: context.status };
    });
  });
}

/** Adds runs to the days on which they ended. @param days by date and name; modified in place */
export function addRuns(
  days: Map<string, Map<string, TaskDay>>,
  runs: readonly Run[],
  known: ReadonlyMap<string, KnownTask>,
): void {
  for (const run of runs) {
    const [name, date] = [nameOf(run), dayOf(run.end)];
    let day = days.get(date);
    if (!day) days.set(date, (day = new Map<string, TaskDay>()));
    let taskDay = day.get(name);
    if (!taskDay) {
      taskDay = { group: run.group, task: run.task, ended: 0, failed: 0, dead: 0, durations: {}, outliers: [] };
      day.set(name, taskDay);
    }
    const band = known.get(name)?.band ?? null;
    if (run.status === 'task_end') {
      taskDay.ended += 1;
      addTo(taskDay.durations, run.seconds);
    } else if (run.status === 'task_fail') taskDay.failed += 1;
    else taskDay.dead += 1;
    if (run.status === 'task_end' && (band === null || outsideBand(run.seconds, band) === null)) continue;
    const outlier: TaskDay['outliers'][number] = [run.end, run.seconds, run.status];
    taskDay.outliers = [...taskDay.outliers, outlier].toSorted((a, b) => a[0] - b[0]).slice(-MAX_OUTLIERS);
  }
}

/** The bands calculated from days, by name. */
export function bandsOf(days: readonly TaskDay[]): Map<string, Band> {
  const sums = new Map<string, Histogram>();
  for (const day of days) {
    const name = nameOf(day);
    let sum = sums.get(name);
    if (!sum) sums.set(name, (sum = {}));
    mergeInto(sum, day.durations);
  }
  return new Map([...sums].flatMap(([name, sum]) => bandOf(name, sum)));
}

function bandOf(name: string, durations: Histogram): [string, Band][] {
  const [runs, found] = [countOf(durations), percentiles(durations)];
  return found === null || runs < BAND_RUNS ? [] : [[name, { low: found.low, high: found.high, runs }]];
}
