import { listAuditEvents } from '@mission-control/contract/audit/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listAuditPage } from './service.ts';

export const auditRoutes = [handle(listAuditEvents, (ctx, input) => listAuditPage(ctx, input.query))];
