import * as calls from '@mission-control/contract/tenants/calls';
import { CONFIRM_NAME } from '@mission-control/contract/tenants/rules';
import { handle } from '../../platform/calls/handler.ts';
import { limitCalls } from '../../platform/calls/limit-calls.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { REVERT_JOB } from '../control/public.ts';
import { FOLLOW_WINDOWS_JOB } from '../windows/public.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { createTenant } from './create-tenant.ts';
import { deleteTenant } from './delete-tenant.ts';
import {
  getTenantDetail,
  refreshTenants,
  listTenants,
  listAccounts,
  selectTenants,
  listDeletedTenants,
} from './get-tenant.ts';
import { listTenantsAt } from './as-of/list-as-of.ts';
import { restoreTenant } from './restore-tenant.ts';
import { updateTenant } from './update-tenant.ts';
import { beginHistory, forgetHistory } from './as-of/queries-as-of.ts';
import { followWindows } from './follow-windows.ts';
import { purgeTenants } from './purge-tenants.ts';
import { revertSwitches } from './revert-switches.ts';

/** Retention of the fleet's history: 400 days. */
const HISTORY_MS = 400 * DAY_MS;

/** Each costs every process a read of all rows, and every open list a new copy. */
const REFRESHES_A_MINUTE = 12;

export const tenantFeature = {
  routes: [
    handle(calls.listTenants, (ctx, { query }) => listTenants(ctx, query.since)),
    handle(calls.refreshTenants, async (ctx) => {
      const { kind, id } = ctx.actor;
      limitCalls(ctx, `refresh ${kind} ${id}`, REFRESHES_A_MINUTE, 'You refresh the list of tenants too often');
      await refreshTenants(ctx);
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
  ],
  jobs: (services): JobKind<object>[] => [
    {
      name: 'tenants.purge',
      atStart: true,
      schedule: '23 * * * *',
      run: async () => void (await purgeTenants(services)),
    },
    {
      name: 'tenants.history',
      atStart: true,
      schedule: '43 2 * * *',
      run: async () => {
        await beginHistory(services.db);
        await forgetHistory(services.db, new Date(services.clock.now().getTime() - HISTORY_MS));
      },
    },
    // Runs at each end, and every minute for ends that became overdue while no worker ran.
    { name: FOLLOW_WINDOWS_JOB, atStart: true, schedule: '* * * * *', run: () => followWindows(services) },
    { name: REVERT_JOB, timed: true, atStart: true, schedule: '* * * * *', run: () => revertSwitches(services) },
  ],
} satisfies Feature;
