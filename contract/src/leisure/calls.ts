import { z } from 'zod';
import { defineCall } from '../call.ts';
import { tenantParams } from '../tenants/schema.ts';
import { hubLoginForm, hubLoginQuery } from './schema.ts';

export const getLeisureHub = defineCall({
  name: 'getLeisureHub',
  method: 'GET',
  path: '/api/tenant/{id}/leisurehub',
  access: 'viewer',
  summary: "Where a tenant's leisure hub probably is, and the hosts that a login may lead the browser to.",
  params: tenantParams,
  answer: z.object({
    /** '' when the installation gives no hint. */
    domain: z.string(),
    /** `*.example.com` stands for every host below example.com. */
    hosts: z.array(z.string()),
    /** What there is to know of the hub of this installation; '' for nothing. */
    note: z.string(),
  }),
});

export const logInToLeisureHub = defineCall({
  name: 'logInToLeisureHub',
  method: 'POST',
  path: '/api/tenant/{id}/leisurehub',
  access: 'operator',
  form: true,
  bodyLimit: 16_384,
  summary:
    "Tries the partner login of a tenant's leisure hub for a person; `authAddress` is where the browser goes to then, null when the hub's answer leads nowhere it may go.",
  params: tenantParams,
  query: hubLoginQuery,
  body: hubLoginForm,
  answer: z.object({ authAddress: z.string().nullable() }),
});

export const leisureCalls = [getLeisureHub, logInToLeisureHub];
