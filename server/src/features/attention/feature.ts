import * as calls from '@mission-control/contract/attention/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { listAttention, listAttentionOf, announceDue } from './attention.ts';

export const attentionFeature = {
  routes: [
    handle(calls.listAttention, (ctx, { query }) =>
      query.tenants ? listAttentionOf(ctx, query.tenants) : listAttention(ctx, query.reason),
    ),
  ],
  // Certificates, licences and reports expire without a change.
  jobs: (services): JobKind<object>[] => [
    { name: 'attention.due', schedule: '* * * * *', run: () => announceDue(services) },
  ],
} satisfies Feature;
