import * as calls from '@mission-control/contract/presence/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { endPresence, getPresence, setPresence } from './service.ts';

export const presenceFeature = {
  routes: [
    handle(calls.getPresence, (ctx, { params, query }) => getPresence(ctx, params.page, query.tab)),
    handle(calls.setPresence, (ctx, { params, body }) => setPresence(ctx, params.page, body)),
    handle(calls.endPresence, (ctx, { params, query }) => endPresence(ctx, params.page, query.tab)),
  ],
} satisfies Feature;
