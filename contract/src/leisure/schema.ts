import { z } from 'zod';

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
  secret: z.string().min(1, 'Enter the secret that the hub gave this client.').max(1000, 'The secret is too long.'),
  domain,
  client_id: hubId('client'),
  person_id: hubId('person'),
});
export type HubLoginForm = z.infer<typeof hubLoginForm>;

/** Which basket the person is to find there. */
export const hubLoginQuery = z.object({ basket_id: hubId('basket').optional() });
