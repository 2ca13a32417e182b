import { DRAFT_DAYS } from '@mission-control/contract/drafts/schema';
import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { purgeDrafts } from './queries.ts';

/** Deletes drafts that nobody came back to. */
export function draftJobs({ db, clock }: Services): JobKind<object>[] {
  const oldest = (): Date => new Date(clock.now().getTime() - DRAFT_DAYS * 24 * 60 * 60_000);
  return [{ name: 'drafts.purge', schedule: '41 3 * * *', run: () => purgeDrafts(db, oldest()) }];
}
