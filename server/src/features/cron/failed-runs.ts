import type { CronLog, CronTask, FailedTask } from '@mission-control/contract/cron/schema';

/** The last run of a task that failed or died. */
export type FailedRun = Pick<FailedTask, 'group' | 'task' | 'status' | 'message' | 'datetime'>;

/** Maximum characters of a message in lists. */
export const MESSAGE_LENGTH = 300;

/** The tasks whose last run failed. */
export function failedRuns(tasks: readonly CronTask[]): FailedRun[] {
  return tasks.flatMap(({ group, taskName, logs }) => {
    const last = newestOf(logs);
    if (!last || last.context.status === 'task_end') return [];
    const message = [...last.message].slice(0, MESSAGE_LENGTH).join('');
    return [{ group: group.name, task: taskName, status: last.context.status, message, datetime: last.datetime }];
  });
}

/** Logs may be out of order; with unparsable times the first one wins. */
export function newestOf(logs: readonly CronLog[]): CronLog | undefined {
  return logs.reduce<CronLog | undefined>(
    (newest, log) => (newest === undefined || Date.parse(log.datetime) > Date.parse(newest.datetime) ? log : newest),
    undefined,
  );
}

/** When a run ended according to the tenant's system, but no later than its report. */
export function endOf({ datetime }: Pick<FailedRun, 'datetime'>, reported: Date): Date {
  const at = Date.parse(datetime);
  return Number.isNaN(at) ? reported : new Date(Math.min(at, reported.getTime()));
}
