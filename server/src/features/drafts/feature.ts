import * as calls from '@mission-control/contract/drafts/calls';
import { DRAFT_DAYS } from '@mission-control/contract/drafts/schema';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { deleteDraft, getDraft, saveDraft } from './service.ts';
import { purgeDrafts } from './queries.ts';

export const draftFeature = {
  routes: [
    handle(calls.getDraft, (ctx, { params }) => getDraft(ctx, params.page)),
    handle(calls.saveDraft, (ctx, { params, body }) => saveDraft(ctx, params.page, body)),
    handle(calls.deleteDraft, (ctx, { params, query }) => deleteDraft(ctx, params.page, query.version)),
  ],
  jobs: ({ db, clock }): JobKind<object>[] => {
    const oldest = () => new Date(clock.now().getTime() - DRAFT_DAYS * 24 * 60 * 60_000);
    return [{ name: 'drafts.purge', schedule: '41 3 * * *', run: () => purgeDrafts(db, oldest()) }];
  },
} satisfies Feature;
