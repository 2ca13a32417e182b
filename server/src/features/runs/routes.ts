import * as calls from '@mission-control/contract/runs/calls';
import { handle } from '../../platform/calls/handler.ts';
import { findSequence, noteSequence, startSequence } from './sequences.ts';
import { abortRun, getOutput, getRun, listRunPage, releaseUnseenRun, tellRun } from './service.ts';

export const runRoutes = [
  handle(calls.listRuns, (ctx, { query }) => listRunPage(ctx, query)),
  handle(calls.getRun, (ctx, { params }) => getRun(ctx, params.id)),
  handle(calls.readRunOutput, (ctx, { params, query }) => getOutput(ctx, params.id, query.from)),
  handle(calls.abortRun, (ctx, { params }) => abortRun(ctx, params.id)),
  handle(calls.startSequence, (ctx, { body }) => startSequence(ctx, body)),
  handle(calls.findSequence, (ctx, { query }) => findSequence(ctx, query)),
  handle(calls.noteSequence, (ctx, { params, body }) => noteSequence(ctx, params.key, body)),
  handle(calls.tellRun, (ctx, { params }) => tellRun(ctx, params.id)),
  handle(calls.releaseRun, (ctx, { params }) => releaseUnseenRun(ctx, params.id)),
];
