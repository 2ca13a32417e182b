import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { announceDue } from './attention.ts';

/** Background jobs of attention: certificates, licences and reports end without a change. */
export function attentionJobs(services: Services): JobKind<object>[] {
  return [{ name: 'attention.due', schedule: '* * * * *', run: () => announceDue(services) }];
}
