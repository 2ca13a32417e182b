import { commitConfig, getConfigState, previewConfig } from '@mission-control/contract/config/calls';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import {
  restoreLogLevel as restoreLogLevelCall,
  setLogLevel as setLogLevelCall,
} from '@mission-control/contract/log-level/calls';
import type { LogLevel } from '@mission-control/contract/log-level/schema';
import { deleteTenant as deleteTenantCall, getTenant, updateTenant } from '@mission-control/contract/tenants/calls';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

export const tenantQuery = (id: number) => queryOf(getTenant, { params: { id } }, [`tenant:${id}`]);

const configOf = (id: number, service: ConfigKindSlug) => ({ params: { id, service } });
const configTopics = (id: number, service: ConfigKindSlug) => [`config:${id}:${service}`, `tenant:${id}`];

/** Who saved and committed the config of a service, and what waits for a commit. */
export const configStateQuery = (id: number, service: ConfigKindSlug) =>
  queryOf(getConfigState, configOf(id, service), configTopics(id, service));

/** The file that a commit would publish. */
export const configPreviewQuery = (id: number, service: ConfigKindSlug) =>
  queryOf(previewConfig, configOf(id, service), configTopics(id, service));

/** Changes one thing of a tenant. @throws ApiError */
export const patchTenant = (id: number, body: TenantPatch, options?: { timeoutMs: number }) =>
  api.send(updateTenant, { params: { id }, body }, options);

/** Deletes a tenant; it is kept for 30 days. @throws ApiError */
export const deleteTenant = (id: number) => api.send(deleteTenantCall, { params: { id } });

/** Answers come when each server was told or gave up; a server that hangs takes its time. */
const TOLD_SERVERS = { timeoutMs: 60_000 };

/** Sets a temporary log level until `return`, UTC as YYYY-MM-DD HH:mm:ss. @throws ApiError */
export const setLogLevel = (id: number, body: { new: LogLevel; return: string }) =>
  api.send(setLogLevelCall, { params: { id }, body }, TOLD_SERVERS);

/** Restores the log level before its time. @throws ApiError */
export const restoreLogLevel = (id: number) => api.send(restoreLogLevelCall, { params: { id } }, TOLD_SERVERS);

/** Publishes the saved config to all servers, each of which may take its time. @throws ApiError */
export const publishConfig = (id: number, service: ConfigKindSlug) =>
  api.send(commitConfig, configOf(id, service), { timeoutMs: 120_000 });
