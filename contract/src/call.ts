import type { z } from 'zod';

/** HTTP methods the console uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a signed-in person may do; each role includes the ones before it (decision C-053). */
export const ROLES = ['viewer', 'operator', 'release-manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who may make a call. `anyone` needs no sign-in; `sign-in` reads the session cookie and is only for /api/authenticate;
 * `environment` is for the report token of an environment, which opens nothing else; a role is the least role that the
 * bearer token of a person must carry.
 */
export type Access = 'anyone' | 'sign-in' | 'environment' | Role;

type Shape = z.ZodType;

/** An API call as data: the server mounts it, the browser's client and the OpenAPI page are derived from it. */
export interface Call<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
> {
  /** Unique over all calls, verb first: `getTenant`. */
  name: string;
  method: Method;
  /** Exactly as documented, with the trailing slash where the documents have one; parameters as `{id}`. */
  path: `/api/${string}`;
  access: Access;
  /** One sentence for the API page. */
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body comes as a form (multipart/form-data), whose parts are the keys of `body`; files are `File`. JSON otherwise. */
  form?: true;
  /**
   * The JSON of the body is not read before the handler gets its bytes: for bodies so large that reading them would keep
   * everybody else waiting. `body` still tells what it has to be.
   */
  unread?: true;
  /** Largest body in bytes; 1 MB when absent. */
  bodyLimit?: number;
  /**
   * The work is a run. The call answers when that has ended; with `Prefer: respond-async` (RFC 7240) it answers 202 with the run's
   * id as soon as it has begun (C-133). `Idempotency-Key` names the click.
   */
  startsRun?: true;
  /** Success status; 200 unless documented otherwise. */
  status?: number;
  answer: Answer;
}

/** Declares one call; keeps the schemas' types. */
export function defineCall<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  call: Call<P, Q, B, A>,
): Call<P, Q, B, A> {
  return call;
}

/** A part without a schema is not read, hence unknown. */
type Parsed<S> = z.output<NonNullable<S> & z.ZodType>;
type Sent<S> = z.input<NonNullable<S> & z.ZodType>;

/** What a handler receives after validation. */
export interface CallInput<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
}

/** What a client gives; parts without a schema are left out. */
export type CallRequest<C extends Call> = (unknown extends Sent<C['params']>
  ? { params?: undefined }
  : { params: Sent<C['params']> }) &
  (unknown extends Sent<C['query']> ? { query?: undefined } : { query: Sent<C['query']> }) &
  (unknown extends Sent<C['body']> ? { body?: undefined } : { body: Sent<C['body']> });

/** What a call answers. */
export type CallAnswer<C extends Call> = z.output<C['answer']>;

/** True when `role` includes what `least` may do. */
export function roleIncludes(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
