import type { CronTask } from '@mission-control/contract/cron/schema';

/** What the address calls a task. */
export const taskKey = ({ group, taskName }: CronTask): string => `${group.name}/${taskName}`;
