import * as calls from '@mission-control/contract/attention/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listAttention, listAttentionOf } from './attention.ts';

export const attentionRoutes = [
  handle(calls.listAttention, (ctx, { query }) =>
    query.tenants ? listAttentionOf(ctx, query.tenants) : listAttention(ctx, query.reason),
  ),
];
