import { z } from 'zod';
import { defineCall } from '../call.ts';
import { ofSoapApi } from '../topics.ts';
import { soapElement, soapForm, soapListQuery, soapMethod, soapParams, soapQuery, soapSent } from './schema.ts';

export const listSoapMethods = defineCall({
  name: 'listSoapMethods',
  method: 'GET',
  path: '/api/soap',
  access: 'viewer',
  summary: "The methods of a tenant's SOAP API from its WSDL; none without a tenant.",
  topics: ({ query: { tenant_id: id } }) => (id === undefined ? [] : ofSoapApi(id)),
  query: soapListQuery,
  response: z.object({ methods: z.array(soapMethod), wsdl: z.string() }),
});

export const getSoapMethod = defineCall({
  name: 'getSoapMethod',
  method: 'GET',
  path: '/api/soap/{method}',
  access: 'viewer',
  summary: 'The form elements of a method, in request order.',
  params: soapParams,
  topics: ({ query }) => ofSoapApi(query.tenant_id),
  query: soapQuery,
  response: z.object({ elements: z.array(soapElement) }),
});

export const sendSoapMethod = defineCall({
  name: 'sendSoapMethod',
  method: 'POST',
  path: '/api/soap/{method}',
  access: 'operator',
  timeoutMs: 60_000,
  form: true,
  summary:
    "Sends a method with these values to the tenant's SOAP API, with a session if needed; 502 if it cannot be sent or there is no response.",
  params: soapParams,
  body: soapForm,
  response: soapSent,
});
