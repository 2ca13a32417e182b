import type { CallRequest } from '@mission-control/contract/call';
import {
  restoreLogLevel as restoreLogLevelCall,
  setLogLevel as setLogLevelCall,
} from '@mission-control/contract/log-level/calls';
import type { LogLevel } from '@mission-control/contract/log-level/schema';
import type { addService } from '@mission-control/contract/services/calls';
import {
  deleteTenant as deleteTenantCall,
  getTenant,
  updateTenant,
  createTenant,
} from '@mission-control/contract/tenants/calls';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import { CONFIRM_NAME } from '@mission-control/contract/tenants/rules';
import type { NewTenant, TenantDetail } from '@mission-control/contract/tenants/schema';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { queryOf } from '../../lib/api/query.ts';

/** Fields of an add-service call besides its type. */
export type AddServiceChoice = Omit<CallRequest<typeof addService>['body'], 'initialize'>;

/** Creates a tenant; the server validates the input. @throws ApiError */
export const addTenant = (body: NewTenant) => api.send(createTenant, { body });

/** Patches one field of a tenant. @throws ApiError */
export const patchTenant = (id: number, body: TenantPatch, options?: { timeoutMs: number }) =>
  api.send(updateTenant, { params: { id }, body }, options);

/** Deletes the tenant of that name; it is kept for 30 days. @throws ApiError */
export const deleteTenant = (id: number, name: string) =>
  api.send(deleteTenantCall, { params: { id } }, { headers: { [CONFIRM_NAME]: encodeURIComponent(name) } });

/** Sets a temporary log level until `return`, UTC as YYYY-MM-DD HH:mm:ss. @throws ApiError */
export const setLogLevel = (id: number, body: { new: LogLevel; return: string }) =>
  api.send(setLogLevelCall, { params: { id }, body });

/** Restores the log level early. @throws ApiError */
export const restoreLogLevel = (id: number) => api.send(restoreLogLevelCall, { params: { id } });

/** The version the user sees, so that the server can reject a stale change. */
export function tenantVersion(client: QueryClient, id: number): { version?: number } {
  const version = client.getQueryData(queryOf(getTenant, { params: { id } }).queryKey)?.tenant.version;
  return version === undefined ? {} : { version };
}

/** Caches the tenant of a response unless a newer version is cached. */
export function cacheTenant(client: QueryClient, tenant: TenantDetail): void {
  client.setQueryData(queryOf(getTenant, { params: { id: tenant._id } }).queryKey, (kept) =>
    kept && kept.tenant.version > tenant.version ? kept : { tenant },
  );
}
