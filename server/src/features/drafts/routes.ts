import * as calls from '@mission-control/contract/drafts/calls';
import { handle } from '../../platform/calls/handler.ts';
import { deleteDraft, getDraft, saveDraft } from './service.ts';

export const draftRoutes = [
  handle(calls.getDraft, (ctx, { params }) => getDraft(ctx, params.page)),
  handle(calls.saveDraft, (ctx, { params, body }) => saveDraft(ctx, params.page, body)),
  handle(calls.deleteDraft, (ctx, { params, query }) => deleteDraft(ctx, params.page, query.version)),
];
