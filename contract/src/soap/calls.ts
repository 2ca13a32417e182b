import { z } from 'zod';
import { defineCall } from '../call.ts';
import { soapElement, soapForm, soapListQuery, soapMethod, soapParams, soapQuery, soapSent } from './schema.ts';

export const listSoapMethods = defineCall({
  name: 'listSoapMethods',
  method: 'GET',
  path: '/api/soap',
  access: 'viewer',
  summary: "The methods of a tenant's SOAP API, as its WSDL has them; none without a tenant.",
  query: soapListQuery,
  answer: z.object({ methods: z.array(soapMethod), wsdl: z.string() }),
});

export const getSoapMethod = defineCall({
  name: 'getSoapMethod',
  method: 'GET',
  path: '/api/soap/{method}',
  access: 'viewer',
  summary: 'The elements of the form of a method, in their order in the request.',
  params: soapParams,
  query: soapQuery,
  answer: z.object({ elements: z.array(soapElement) }),
});

export const sendSoapMethod = defineCall({
  name: 'sendSoapMethod',
  method: 'POST',
  path: '/api/soap/{method}',
  access: 'operator',
  form: true,
  summary:
    "Sends a method with these values to the tenant's SOAP API, with a session where it needs one; 502 when nothing can be sent or no answer comes.",
  params: soapParams,
  body: soapForm,
  answer: soapSent,
});

export const soapCalls = [listSoapMethods, getSoapMethod, sendSoapMethod];
