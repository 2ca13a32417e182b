import * as calls from '@mission-control/contract/attention/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listAttention } from './attention.ts';

export const attentionRoutes = [handle(calls.listAttention, (ctx, { query }) => listAttention(ctx, query.reason))];
