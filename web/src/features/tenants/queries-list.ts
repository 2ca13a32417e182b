import { listEnvironmentsFast, listRegions } from '@mission-control/contract/environments/calls';
import {
  createTenant,
  listAccounts,
  listDeletedTenants,
  listTenants,
  refreshTenants,
  restoreTenant as restoreTenantCall,
} from '@mission-control/contract/tenants/calls';
import type { NewTenant } from '@mission-control/contract/tenants/schema';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

// Apart from queries.ts, whose calls of config and log level would make the first page slower.

export const tenantsQuery = queryOf(listTenants, {}, ['tenants']);

export const deletedTenantsQuery = queryOf(listDeletedTenants, {}, ['tenants']);

export const environmentsQuery = queryOf(listEnvironmentsFast, {}, ['environments']);

export const accountsQuery = queryOf(listAccounts, {}, ['tenants']);

export const regionsQuery = queryOf(listRegions, {}, ['environments']);

/** Clears the server's cache of the list. @throws ApiError */
export const clearTenantCache = () => api.send(refreshTenants, {});

/** Creates a tenant of what was typed; the server says whether it can be. @throws ApiError */
export const addTenant = (body: NewTenant) => api.send(createTenant, { body });

/** Brings a deleted tenant back. @throws ApiError */
export const restoreTenant = (id: number) => api.send(restoreTenantCall, { params: { id } });
