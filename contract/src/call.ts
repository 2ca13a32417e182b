import type { z } from 'zod';
import type { Topic } from './topics.ts';

/** HTTP methods the console uses. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Roles of a signed-in user; each includes the ones before it (decision C-053). */
export const ROLES = ['viewer', 'operator', 'release-manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who may make a call. `anyone` needs no sign-in; `sign-in` reads the session cookie and is only for /api/authenticate;
 * `environment` requires the report token of an environment, which is valid for nothing else; a role is the minimum role that the
 * user's bearer token must carry.
 */
export type Access = 'anyone' | 'sign-in' | 'environment' | Role;

type Shape = z.ZodType;

/** An API call as data: the server mounts it; the browser client and the OpenAPI page are derived from it. */
export interface Call<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Response extends Shape = Shape,
> {
  /** Unique among all calls, verb first: `getTenant`. */
  name: string;
  method: Method;
  /** Exactly as documented, including any trailing slash; parameters as `{id}`. */
  path: `/api/${string}`;
  access: Access;
  /** One sentence for the API page. */
  summary: string;
  /** For signed-in people only: API tokens may not make the call, whatever their role. */
  personOnly?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body is multipart/form-data with the keys of `body` as parts and files as `File`. JSON when absent. */
  form?: true;
  /**
   * The handler receives the JSON body as unparsed bytes, for bodies so large that parsing them would block the event loop.
   * `body` still describes the schema.
   */
  rawBody?: true;
  /** Largest body in bytes; 1 MB when absent. */
  bodyLimit?: number;
  /**
   * The call starts a run and responds when that has ended; with `Prefer: respond-async` (RFC 7240) it responds with 202 and the run's
   * id as soon as the run has started (C-133). `Idempotency-Key` identifies the click.
   */
  startsRun?: true;
  /** The topics the response depends on: screens refetch it when one of them changes. */
  topics?(request: { params: z.output<Params>; query: z.output<Query> }): readonly Topic[];
  /** Minimum ms between refetches, for data that changes constantly. */
  throttleMs?: number;
  /** Client idle timeout in ms; 10,000 when absent. For calls that query fleet servers or upload files over slow connections. */
  timeoutMs?: number;
  /** Success status; 200 when absent. */
  status?: number;
  response: Response;
}

/** Declares a call and preserves the types of its schemas. */
export function defineCall<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  call: Call<P, Q, B, A>,
): Call<P, Q, B, A> {
  return call;
}

/** A part without a schema is not parsed, hence unknown. */
type Parsed<S> = z.output<NonNullable<S> & z.ZodType>;
type Sent<S> = z.input<NonNullable<S> & z.ZodType>;

type Part<Name extends string, Value> = unknown extends Value ? unknown : Record<Name, Value>;

/** Validated input of a handler; parts without a schema are omitted. */
export type CallInput<C extends Call> = Part<'params', Parsed<C['params']>> &
  Part<'query', Parsed<C['query']>> &
  Part<'body', Parsed<C['body']>>;

/** Input from a client; parts without a schema are omitted. */
export type CallRequest<C extends Call> = (unknown extends Sent<C['params']>
  ? { params?: undefined }
  : { params: Sent<C['params']> }) &
  (unknown extends Sent<C['query']> ? { query?: undefined } : { query: Sent<C['query']> }) &
  (unknown extends Sent<C['body']> ? { body?: undefined } : { body: Sent<C['body']> });

/** Response body of a call. */
export type CallResponse<C extends Call> = z.output<C['response']>;

/** True when `role` has at least the permissions of `minimum`. */
export function roleIncludes(role: Role, minimum: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimum);
}
