import { listTenants, refreshTenants } from '@mission-control/contract/tenants/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

export const tenantsQuery = queryOf(listTenants, {}, ['tenants']);

/** Clears the server's cache of the list. @throws ApiError */
export const clearTenantCache = () => api.send(refreshTenants, {});
