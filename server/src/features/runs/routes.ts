import * as calls from '@mission-control/contract/runs/calls';
import { handle } from '../../platform/calls/handler.ts';
import { abortRun, getOutput, getRun, listRunPage, tellRun } from './service.ts';

export const runRoutes = [
  handle(calls.listRuns, (ctx, { query }) => listRunPage(ctx, query)),
  handle(calls.getRun, (ctx, { params }) => getRun(ctx, params.id)),
  handle(calls.readRunOutput, (ctx, { params, query }) => getOutput(ctx, params.id, query.from)),
  handle(calls.abortRun, (ctx, { params }) => abortRun(ctx, params.id)),
  handle(calls.tellRun, (ctx, { params }) => tellRun(ctx, params.id)),
];
