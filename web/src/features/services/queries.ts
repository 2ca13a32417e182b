import { listCertificates, listEnvironmentsFast } from '@mission-control/contract/environments/calls';
import { getTenant, updateTenant } from '@mission-control/contract/tenants/calls';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

export const tenantQuery = (id: number) => queryOf(getTenant, { params: { id } }, [`tenant:${id}`]);

export const environmentsQuery = queryOf(listEnvironmentsFast, {}, ['environments']);

export const certificatesQuery = queryOf(listCertificates, {}, ['environments']);

/** Saves domains and places of a service; servers may be told of it. @throws ApiError with the faults by their fields */
export const saveService = (id: number, body: TenantPatch) =>
  api.send(updateTenant, { params: { id }, body }, { timeoutMs: 60_000 });
