import { listEnvironmentsFast, listRegions } from '@mission-control/contract/environments/calls';
import { createTenant, listAccounts } from '@mission-control/contract/tenants/calls';
import type { NewTenant } from '@mission-control/contract/tenants/schema';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

export const environmentsQuery = queryOf(listEnvironmentsFast, {}, ['environments']);

export const accountsQuery = queryOf(listAccounts, {}, ['tenants']);

export const regionsQuery = queryOf(listRegions, {}, ['environments']);

/** Creates a tenant of what was typed; the server says whether it can be. @throws ApiError */
export const addTenant = (body: NewTenant) => api.send(createTenant, { body });
