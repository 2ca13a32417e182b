import type { FailedTask, TenantTask } from '@mission-control/contract/cron/schema';

/** A task as the page shows it. */
export interface ShownTask extends TenantTask {
  /** What the address calls it; no other task of the tenant has the same. */
  key: string;
  /** Where it runs, when more than one environment reports the tenant's cron; else null. */
  where: string | null;
}

const nameOf = ({ group, taskName }: TenantTask): string => `${group.name}/${taskName}`;

/** The tasks with their keys: group and name, with the environment and a number where that is not enough. */
export function shownTasks(tasks: readonly TenantTask[]): ShownTask[] {
  const several = new Set(tasks.map((task) => task.environment_name)).size > 1;
  const taken = new Set<string>();
  return tasks.map((task) => {
    const base = several ? `${nameOf(task)}@${task.environment_name}` : nameOf(task);
    let key = base;
    for (let count = 2; taken.has(key); count += 1) key = `${base}~${count}`;
    taken.add(key);
    return { ...task, key, where: several ? task.environment_name : null };
  });
}

/** The task that the address names; links with and without the environment find it, however many environments report now. */
export function findTask(tasks: readonly ShownTask[], key: unknown): ShownTask | undefined {
  return (
    tasks.find((task) => task.key === key) ??
    tasks.find((task) => nameOf(task) === key || `${nameOf(task)}@${task.environment_name}` === key)
  );
}

/** What the address calls a failed task of the fleet. */
export const failedTaskKey = (failed: FailedTask): string =>
  `${failed.group}/${failed.task}@${failed.environment_name}`;
