import * as calls from '@mission-control/contract/tenants/calls';
import { CONFIRM_NAME } from '@mission-control/contract/tenants/rules';
import { handle } from '../../platform/calls/handler.ts';
import { createTenant } from './create-tenant.ts';
import { deleteTenant } from './delete-tenant.ts';
import {
  getTenantDetail,
  forgetPreparedTenants,
  listTenantsPrepared,
  listAccounts,
  selectTenants,
  listDeletedTenants,
} from './get-tenant.ts';
import { listTenantsAt } from './as-of/list-as-of.ts';
import { restoreTenant } from './restore-tenant.ts';
import { updateTenant } from './update-tenant.ts';

export const tenantRoutes = [
  handle(calls.listTenants, (ctx, { query }) => listTenantsPrepared(ctx, query.since)),
  handle(calls.refreshTenants, async (ctx) => {
    await forgetPreparedTenants(ctx);
    return { ok: true as const };
  }),
  handle(calls.selectTenants, (ctx) => selectTenants(ctx)),
  handle(calls.listDeletedTenants, (ctx) => listDeletedTenants(ctx)),
  handle(calls.listTenantsAsOf, (ctx, { query }) => listTenantsAt(ctx, new Date(query.at))),
  handle(calls.listAccounts, (ctx) => listAccounts(ctx)),
  handle(calls.createTenant, (ctx, { body }) => createTenant(ctx, body)),
  handle(calls.getTenant, async (ctx, { params }) => ({ tenant: await getTenantDetail(ctx, params.id) })),
  handle(calls.updateTenant, updateTenant),
  handle(calls.deleteTenant, (ctx, { params }, http) => deleteTenant(ctx, params.id, http.header(CONFIRM_NAME))),
  handle(calls.restoreTenant, (ctx, { params }) => restoreTenant(ctx, params.id)),
];
