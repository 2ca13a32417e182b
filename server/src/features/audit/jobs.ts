import { writeCheckpoint } from '../../platform/audit/checkpoints.ts';
import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';

/** Signs the head of the audit chain each hour, and whenever a worker starts. */
export const auditJobs = (services: Services): JobKind<object>[] => [
  {
    name: 'audit.checkpoint',
    schedule: '0 * * * *',
    atStart: true,
    run: async () => void (await writeCheckpoint(services)),
  },
];
