import { getSoapMethod, listSoapMethods, sendSoapMethod } from '@mission-control/contract/soap/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** A WSDL comes from a site of the tenant, several files maybe. */
const LIMIT_MS = 60_000;

export const tenantQuery = (id: number) => queryOf(getTenant, { params: { id } }, [`tenant:${id}`]);

/** The methods of a tenant's SOAP API [SOAP-04]. */
export const methodsQuery = (tenantId: number) => queryOf(listSoapMethods, { query: { tenant_id: tenantId } });

/** The elements of a method's form [SOAP-05]. */
export const methodQuery = (tenantId: number, method: string) =>
  queryOf(getSoapMethod, { params: { method }, query: { tenant_id: tenantId } });

/** Sends a method [SOAP-07]. @throws ApiError when it could not be sent, or no answer came */
export const sendMethod = (tenantId: number, method: string, fields: Readonly<Record<string, string>>) =>
  api.send(sendSoapMethod, { params: { method }, body: { ...fields, tenant_id: tenantId } }, { timeoutMs: LIMIT_MS });
