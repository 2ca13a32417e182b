import { getTenant, listTenants, refreshTenants, updateTenant } from '@mission-control/contract/tenants/calls';
import { handle } from '../../platform/calls/handler.ts';
import { getTenantDetail } from './get-tenant.ts';
import { forgetPreparedTenants, listTenantsPrepared } from './list-tenants.ts';
import { updateTenant as update } from './update-tenant.ts';

export const tenantRoutes = [
  handle(listTenants, (ctx) => listTenantsPrepared(ctx)),
  handle(refreshTenants, async (ctx) => {
    forgetPreparedTenants(ctx);
    return { ok: true as const };
  }),
  handle(getTenant, async (ctx, { params }) => ({ tenant: await getTenantDetail(ctx, params.id) })),
  handle(updateTenant, (ctx, { params, body }) => update(ctx, params.id, body)),
];
