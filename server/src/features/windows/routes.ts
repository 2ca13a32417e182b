import * as calls from '@mission-control/contract/windows/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listWindows, previewWindow } from './list-windows.ts';
import { addWindow, deleteWindow, endWindow, saveWindow } from './save-window.ts';

export const windowRoutes = [
  handle(calls.listWindows, (ctx) => listWindows(ctx)),
  handle(calls.addWindow, (ctx, { body }) => addWindow(ctx, body)),
  handle(calls.saveWindow, (ctx, { params, query, body }) => saveWindow(ctx, params.id, body, query.known)),
  handle(calls.endWindow, (ctx, { params }) => endWindow(ctx, params.id)),
  handle(calls.deleteWindow, (ctx, { params }) => deleteWindow(ctx, params.id)),
  handle(calls.previewWindow, (ctx, { body }) => previewWindow(ctx, body)),
];
