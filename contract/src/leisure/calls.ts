import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { tenantParams } from '../id.ts';
import { hubLoginForm, hubLoginQuery } from './schema.ts';

export const getLeisureHub = defineCall({
  name: 'getLeisureHub',
  method: 'GET',
  path: '/api/tenant/{id}/leisurehub',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id)],
  summary: "The likely domain of a tenant's leisure hub, and the hosts a login may redirect to.",
  params: tenantParams,
  answer: z.object({
    /** '' when the installation gives no hint. */
    domain: z.string(),
    /** `*.example.com` matches every subdomain of example.com. */
    hosts: z.array(z.string()),
    /** The installation's note about its hub; '' for none. */
    note: z.string(),
  }),
});

export const logInToLeisureHub = defineCall({
  name: 'logInToLeisureHub',
  method: 'POST',
  path: '/api/tenant/{id}/leisurehub',
  access: 'operator',
  timeoutMs: 30_000,
  form: true,
  bodyLimit: 16_384,
  summary:
    "Tries the partner login of a tenant's leisure hub for a person; `authAddress` is the redirect target, null when the hub returns none that is allowed.",
  params: tenantParams,
  query: hubLoginQuery,
  body: hubLoginForm,
  answer: z.object({ authAddress: z.string().nullable() }),
});

export const leisureCalls = [getLeisureHub, logInToLeisureHub];
