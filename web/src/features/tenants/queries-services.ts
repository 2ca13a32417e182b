import type { CallRequest } from '@mission-control/contract/call';
import { validateConfig as validateConfigCall } from '@mission-control/contract/config/calls';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { listDatabases } from '@mission-control/contract/databases/calls';
import type { ServiceSlug } from '@mission-control/contract/services/catalogue';
import {
  addService as addServiceCall,
  deleteService as deleteServiceCall,
  listDeletedServices,
  restoreService as restoreServiceCall,
  syncCentres as syncCentresCall,
} from '@mission-control/contract/services/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** The database servers of a service in a region. */
export const databasesQuery = (service: ServiceSlug, region: number) =>
  queryOf(listDatabases, { query: { type: service, region: String(region) } }, ['databases', 'tenants']);

/** What adding a service takes, besides that it is an adding. */
export type AddServiceChoice = Omit<CallRequest<typeof addServiceCall>['body'], 'initialize'>;

/** Adds a service; making its database may take its time. @throws ApiError */
export const addService = (id: number, service: ServiceSlug, choice: AddServiceChoice) =>
  api.send(addServiceCall, { params: { id, service }, body: { initialize: true, ...choice } }, { timeoutMs: 60_000 });

/** Takes a service from a tenant; it is kept for 30 days. @throws ApiError */
export const deleteService = (id: number, service: ServiceSlug) =>
  api.send(deleteServiceCall, { params: { id, service } });

/** Brings a deleted service back. @throws ApiError */
export const restoreService = (id: number, service: ServiceSlug) =>
  api.send(restoreServiceCall, { params: { id, service } });

/** Checks a saved config. @throws ApiError */
export const validateConfig = (id: number, service: ConfigKindSlug) =>
  api.send(validateConfigCall, { params: { id, service } });

/** The services that were taken from a tenant and can come back. */
export const deletedServicesQuery = (id: number) => queryOf(listDeletedServices, { params: { id } }, [`tenant:${id}`]);

/** Hands centres and languages of CoursePro to Strive; three requests to sites, each of which may take its time. @throws ApiError */
export const syncCentres = (id: number) => api.send(syncCentresCall, { params: { id } }, { timeoutMs: 45_000 });
