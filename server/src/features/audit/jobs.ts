import { deliverCheckpoint, DELIVERY_JOB, writeCheckpoint } from '../../platform/audit/checkpoints.ts';
import { removeOldEvents } from '../../platform/audit/removals.ts';
import { systemCtx, type Services } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';

/** How long events are kept, and the database as a role that may delete them. */
export interface AuditRetention {
  days: number;
  asOwner<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/** Signs the head of the audit chain each hour, and removes old events each night; both also whenever a worker starts. */
export const auditJobs = (services: Services, retention: AuditRetention | null): JobKind<object>[] => [
  {
    name: 'audit.checkpoint',
    schedule: '0 * * * *',
    atStart: true,
    run: async () => void (await writeCheckpoint(services)),
  },
  {
    name: DELIVERY_JOB,
    run: (data) => {
      const { store, line } = data as { store: string; line: string };
      return deliverCheckpoint(services, store, line);
    },
  },
  ...(retention === null ? [] : [removal(services, retention)]),
];

const removal = (services: Services, { days, asOwner }: AuditRetention): JobKind<object> => ({
  name: 'audit.remove-old',
  schedule: '40 3 * * *',
  atStart: true,
  run: async () => {
    const removed = await asOwner((db) => removeOldEvents(systemCtx(services, 'retention'), db, days));
    if (removed > 0) services.log.info({ removed, days }, 'old events of the audit were removed');
  },
});
