import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { purgeAlerts } from './deliver/queries-outbox.ts';
import { KEPT_DAYS } from './queries.ts';

/** Removes resolved alerts after 90 days. */
export const alertJobs = ({ db }: Services): JobKind<object>[] => [
  { name: 'alerts.purge', schedule: '20 3 * * *', atStart: true, run: () => purgeAlerts(db, KEPT_DAYS) },
];
