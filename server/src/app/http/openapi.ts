import type { Call } from '@mission-control/contract/call';
import { runAccepted, runKey } from '@mission-control/contract/runs/schema';
import { z } from 'zod';

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): object =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });

/** The OpenAPI 3.1 description of the calls; its schemas are plain JSON Schema 2020-12, so they need no translation. */
export function openApi(calls: readonly Call[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Mission Control', version: '1' },
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a signed-in person, valid for ten minutes.',
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'mc_ and 42 letters and digits',
          description: 'An API token, created at /me: for scripts. It may be limited to some calls.',
        },
        environment: { type: 'http', scheme: 'bearer', description: 'The report token of an environment.' },
      },
    },
  };
}

function operation(call: Call): object {
  const parameters = [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    ...(call.startsRun ? RUN_HEADERS : []),
  ];
  return {
    operationId: call.name,
    summary: call.summary,
    ...securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && {
      requestBody: {
        required: true,
        content: { [call.form ? 'multipart/form-data' : 'application/json']: { schema: toSchema(call.body, 'input') } },
      },
    }),
    responses: {
      [call.status ?? 200]: {
        description: 'Done.',
        content: { 'application/json': { schema: toSchema(call.response, 'output') } },
      },
      ...(call.startsRun && { 202: ACCEPTED }),
      default: { description: 'Refused; `error` says what to do, `request_id` is the id to quote.' },
    },
  };
}

/** Headers of calls that start a run (C-133). */
const RUN_HEADERS = [
  {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`respond-async` (RFC 7240): answer 202 as soon as the run has begun, instead of waiting for its end. For proxies that cut off long responses.',
    schema: { type: 'string', examples: ['respond-async'] },
  },
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Idempotency key, one per click: repeated requests of the same person with the same key return the same run.',
    schema: toSchema(runKey, 'input'),
  },
];

const header = (description: string): object => ({ description, schema: { type: 'string' } });
const ACCEPTED = {
  description:
    'The run has started and continues; only with `Prefer: respond-async`. `GET /api/run/{id}` reports its state.',
  headers: {
    Location: header('Address of the run, `/api/run/{id}`.'),
    'Preference-Applied': header('`respond-async`'),
  },
  content: { 'application/json': { schema: toSchema(runAccepted, 'output') } },
};

function securityOf({ access, personOnly }: Call): object {
  if (access === 'anyone' || access === 'sign-in') return {};
  if (access === 'environment') return { security: [{ environment: [] }] };
  return personOnly
    ? { security: [{ bearer: [] }], description: `Minimum role: ${access}. Not with an API token.` }
    : { security: [{ bearer: [] }, { apiToken: [] }], description: `Minimum role: ${access}.` };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}
