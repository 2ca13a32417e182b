import * as calls from '@mission-control/contract/audit/calls';
import { handle } from '../../platform/calls/handler.ts';
import { exportAudit, listAuditPage, listStores, listTenantChanges, verifyAudit } from './service.ts';

export const auditRoutes = [
  handle(calls.listAuditEvents, (ctx, { query }) => listAuditPage(ctx, query)),
  handle(calls.listTenantChanges, (ctx, { params, query }) => listTenantChanges(ctx, params.id, query)),
  handle(calls.exportAudit, (ctx, { query }) => exportAudit(ctx, query)),
  handle(calls.getAuditStores, async (ctx) => ({ stores: await listStores(ctx) })),
  handle(calls.verifyAudit, async (ctx) => verifyAudit(ctx)),
];
