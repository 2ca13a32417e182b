import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { purgeDays } from './history/queries-history.ts';
import { purgeSlots } from './history/queries-slots.ts';
import { purgeIncidents } from './queries-incidents.ts';

const KEPT_MS = 90 * 24 * 60 * 60_000;

/** Background jobs of cron. */
export function cronJobs({ db, clock }: Services): JobKind<object>[] {
  const run = async () => {
    await purgeIncidents(db, new Date(clock.now().getTime() - KEPT_MS));
    await purgeDays(db, clock.now());
    await purgeSlots(db, clock.now());
  };
  return [{ name: 'cron.purge', schedule: '41 3 * * *', run }];
}
