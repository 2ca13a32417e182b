import { listDeletedTenants, restoreTenant as restoreTenantCall } from '@mission-control/contract/tenants/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

export const deletedTenantsQuery = queryOf(listDeletedTenants, {}, ['tenants']);

/** Brings a deleted tenant back. @throws ApiError */
export const restoreTenant = (id: number) => api.send(restoreTenantCall, { params: { id } });
