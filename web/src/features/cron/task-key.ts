import type { FailedTask, TenantTask } from '@mission-control/contract/cron/schema';

export interface ShownTask extends TenantTask {
  /** Unique id in the address. */
  key: string;
  /** Its environment when several report the tenant's cron, else null. */
  where: string | null;
}

const nameOf = ({ group, taskName }: TenantTask): string => `${group.name}/${taskName}`;

/** Adds keys: group and name, with the environment and a number where those are ambiguous. */
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

/** Finds the task of the address; links with and without the environment match, however many environments report now. */
export function findTask(tasks: readonly ShownTask[], key: unknown): ShownTask | undefined {
  return (
    tasks.find((task) => task.key === key) ??
    tasks.find((task) => nameOf(task) === key || `${nameOf(task)}@${task.environment_name}` === key)
  );
}

/** Key of a task of the fleet. */
export const fleetTaskKey = (task: Pick<FailedTask, 'group' | 'task' | 'environment_name'>): string =>
  `${task.group}/${task.task}@${task.environment_name}`;
