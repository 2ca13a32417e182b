import { listTenants, refreshTenants } from '@mission-control/contract/tenants/list-calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

// All that the first page calls; what the other files of queries call would make it slower.

export const tenantsQuery = queryOf(listTenants, {}, ['tenants']);

/** Clears the server's cache of the list. @throws ApiError */
export const clearTenantCache = () => api.send(refreshTenants, {});
