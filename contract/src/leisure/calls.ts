import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { idParams } from '../id.ts';

/** A host as typed by users, without scheme, port and path. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'The domain is too long.')
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/,
    'Enter the domain of the leisure hub alone, such as hub.example.com.',
  );

/** An id of the hub; a number there, but opaque to the console. */
const hubId = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, `Enter the id of the ${what}: letters, digits, dots and dashes.`);

/** The form of a login to a leisure hub [LEI-01]. */
export const hubLoginForm = z.strictObject({
  secret: z
    .string()
    .min(1, 'Enter the secret that the hub issued to this client.')
    .max(1000, 'The secret is too long.'),
  domain,
  client_id: hubId('client'),
  person_id: hubId('person'),
});
export type HubLoginForm = z.infer<typeof hubLoginForm>;

/** The basket that the person is to find there. */
export const hubLoginQuery = z.object({ basket_id: hubId('basket').optional() });

export const getLeisureHub = defineCall({
  name: 'getLeisureHub',
  method: 'GET',
  path: '/api/tenant/{id}/leisurehub',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id)],
  summary: "The likely domain of a tenant's leisure hub, and the hosts a login may redirect to.",
  params: idParams,
  response: z.object({
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
    "Tests the partner login of a tenant's leisure hub for a person; `authAddress` is the redirect target, null if the hub returns no allowed one.",
  params: idParams,
  query: hubLoginQuery,
  body: hubLoginForm,
  response: z.object({ authAddress: z.string().nullable() }),
});
