import * as calls from '@mission-control/contract/views/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { changeView, deleteView, listViews, saveView, useView } from './service.ts';

export const viewFeature = {
  routes: [
    handle(calls.listViews, (ctx) => listViews(ctx)),
    handle(calls.saveView, (ctx, { body }) => saveView(ctx, body)),
    handle(calls.changeView, (ctx, { params, body }) => changeView(ctx, params.view, body)),
    handle(calls.deleteView, (ctx, { params }) => deleteView(ctx, params.view)),
    handle(calls.useView, (ctx, { params, body }) => useView(ctx, params.view, body)),
  ],
} satisfies Feature;
