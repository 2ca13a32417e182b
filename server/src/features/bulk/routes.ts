import * as calls from '@mission-control/contract/bulk/calls';
import { handle } from '../../platform/calls/handler.ts';
import { previewBulk, previewBulkFile } from './preview-bulk.ts';
import { getBulk, listBulkPage, listBulkRows, startBulk, steerBulk } from './start-bulk.ts';

export const bulkRoutes = [
  handle(calls.previewBulk, (ctx, { body }) => previewBulk(ctx, body)),
  handle(calls.previewBulkFile, (ctx, { body }) => previewBulkFile(ctx, body)),
  handle(calls.startBulk, startBulk),
  handle(calls.listBulk, (ctx, { query }) => listBulkPage(ctx, query)),
  handle(calls.getBulk, (ctx, { params }) => getBulk(ctx, params.id)),
  handle(calls.listBulkRows, (ctx, { params }) => listBulkRows(ctx, params.id)),
  handle(calls.steerBulk, steerBulk),
];
