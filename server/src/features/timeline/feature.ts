import * as calls from '@mission-control/contract/timeline/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { countTimeline, getTimeline } from './get-timeline.ts';

export const timelineFeature = {
  routes: [
    handle(calls.listTimeline, (ctx, { query }) => getTimeline(ctx, query)),
    handle(calls.getTimelineOverview, (ctx, { query }) => countTimeline(ctx, query)),
  ],
} satisfies Feature;
