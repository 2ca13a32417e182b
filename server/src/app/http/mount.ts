// Adds cookies to the request and reply types.
import type {} from '@fastify/cookie';
import { roleIncludes, type Call, type Role } from '@mission-control/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  Accepted,
  CachedJson,
  TextStream,
  SerializedJson,
  type Handler,
  type Http,
} from '../../platform/calls/handler.ts';
import { isActivity, sourceOf } from '../../features/auth/public.ts';
import { anonymous, type Caller, type Ctx, type Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { refuseHostile } from './guard-input.ts';
import { invalidInput, plainFault } from './http-errors.ts';
import { sendCached, sendStream } from './answers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, authenticated before the body was read. */
    settled: { caller: Caller; at: number } | null;
  }
}

/** After a longer upload the caller is authenticated again. */
const SETTLED_MS = 1_000;
/** Body limit of calls without a body. */
const NO_BODY_LIMIT = 16 * 1024;

/** Where a request comes from. */
interface RequestSource {
  address: string;
  cookies: Http['cookies'];
  /** Whether a person made it, which extends the session. */
  acts: boolean;
}

/** Dependencies of mounting. */
export interface MountDeps {
  services: Services;
  /** Authenticates the bearer token of a request. @throws AppError('not_signed_in') */
  authenticate(services: Services, authorization: string | undefined, from: RequestSource): Promise<Caller>;
  /** Authenticates a session whose access token may have expired; without it streams end with their token. @throws AppError('not_signed_in') */
  authenticateSession?(services: Services, sessionId: string): Promise<Caller>;
  /** Authenticates an environment's report token; without it calls of environments are unavailable. @throws AppError('not_signed_in') */
  authenticateEnvironment?(services: Services, authorization: string | undefined): Promise<Caller>;
  /** Whether the cookies belong to a session: otherwise the bodies of sign-in calls are not read. */
  hasSession(services: Services, cookies: Http['cookies']): Promise<boolean>;
  /** Records in the audit log that a signed-in caller was refused. */
  recordRefusal?(ctx: Ctx, subject: string, action: string, reason: string): Promise<void>;
  /** Sets the Secure attribute on cookies. */
  secureCookies: boolean;
  /** Aborts when the process stops, which ends open streams. */
  stopping: AbortSignal;
  /** Listens for a person's ended sessions and changed account, so that open streams re-check authorization; returns an unsubscribe function. */
  onAccessChange?(listener: () => void, personId: number | null): () => void;
  /** Validates responses against their schemas, in tests. */
  checkAnswers: boolean;
}

/**
 * Mounts every call of the contract.
 * @throws when a call has no handler, a handler no call, two handlers share a call, or a call lacks an access rule: such a server must not
 * start
 */
export function mountCalls(
  app: FastifyInstance,
  calls: readonly Call[],
  handlers: readonly Handler[],
  deps: MountDeps,
): void {
  app.decorateRequest('settled', null);
  const byName = new Map<string, Handler>();
  for (const handler of handlers) {
    if (byName.has(handler.call.name)) throw new Error(`The call ${handler.call.name} has two handlers.`);
    byName.set(handler.call.name, handler);
  }
  for (const call of calls) {
    const handler = byName.get(call.name);
    if (!handler || handler.call !== call)
      throw new Error(`The call ${call.name} has no handler: add one to its feature's feature.ts.`);
    if (!(call.access as string | undefined))
      throw new Error(`The call ${call.name} has no access rule: declare who may make it.`);
    if (handler.startsRun !== call.startsRun)
      throw new Error(`The call ${call.name} and its handler differ in startsRun: bind such calls with handleRun.`);
    byName.delete(call.name);
    mountCall(app, handler, deps);
  }
  const [left] = byName.keys();
  if (left !== undefined)
    throw new Error(`The handler of ${left} has no call: list the call in the contract's calls.ts.`);
}

function mountCall(app: FastifyInstance, { call, answer }: Handler, deps: MountDeps): void {
  app.route({
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(call.body ? call.bodyLimit !== undefined && { bodyLimit: call.bodyLimit } : { bodyLimit: NO_BODY_LIMIT }),
    config: { rawBody: call.rawBody ?? false },
    // Authenticates before anything else is examined (ASVS V8): the body of an unauthorized request is not even read, so a client may
    // safely repeat a call after a 401.
    onRequest: async (request) => {
      request.settled = { caller: await settle(call, request, deps), at: now(deps) };
    },
    handler: async (request, reply) => {
      const { settled } = request;
      const isFresh = settled !== null && now(deps) - settled.at < SETTLED_MS;
      const actor = isFresh ? settled.caller : await actorOf(call, request, deps);
      const input = parseInput(call, request);
      const ctx = ctxOf(actor, request, deps);
      const result = await answer(ctx, input, httpOf(call, request, reply, deps)).catch((error: unknown) =>
        refused(ctx, call, error, deps),
      );
      if (result instanceof CachedJson) return sendCached(result, request, reply);
      if (result instanceof SerializedJson) return reply.type('application/json; charset=utf-8').send(result.json);
      if (result instanceof TextStream) {
        // An open stream does not keep an idle session alive (0096).
        const { stopping, onAccessChange, authenticateSession } = deps;
        const { sessionId } = actor;
        // A file may take longer than its access token is valid; an event stream is opened again with the next token.
        const stillAllowed = (): Promise<Caller> =>
          result.isPaced && sessionId !== null && authenticateSession
            ? authenticateSession(deps.services, sessionId).then((caller) =>
                requireAllowed(call, caller, request, deps),
              )
            : actorOf(call, request, deps, false);
        return sendStream(result, request, reply, {
          stopping,
          stillAllowed,
          ...(onAccessChange && { onAccessChange: (listener) => onAccessChange(listener, actor.id) }),
        });
      }
      if (result instanceof Accepted) {
        void reply.headers({ location: result.location, 'preference-applied': 'respond-async' });
        return reply.code(202).send(result.body);
      }
      if (deps.checkAnswers) call.response.parse(result);
      return reply.code(call.status ?? 200).send(result);
    },
  });
}

const now = ({ services }: MountDeps): number => services.clock.now().getTime();

async function settle(call: Call, request: FastifyRequest, deps: MountDeps): Promise<Caller> {
  if (call.access === 'sign-in' && call.body && !(await deps.hasSession(deps.services, request.cookies)))
    throw new AppError('not_signed_in', 'The sign-in has expired. Sign in again.');
  return actorOf(call, request, deps);
}

async function actorOf(
  call: Call,
  request: FastifyRequest,
  deps: MountDeps,
  acts = isActivity(headerOf(request)),
): Promise<Caller> {
  if (call.access === 'anyone' || call.access === 'sign-in') return anonymous;
  if (call.access === 'environment') {
    if (!deps.authenticateEnvironment) throw new AppError('not_signed_in', 'This server does not accept reports.');
    return deps.authenticateEnvironment(deps.services, request.headers.authorization);
  }
  const actor = await deps.authenticate(deps.services, request.headers.authorization, {
    address: request.ip,
    cookies: request.cookies,
    acts,
  });
  return requireAllowed(call, actor, request, deps);
}

/** The caller, if the call is allowed. @throws AppError('role_denied') */
async function requireAllowed(call: Call, actor: Caller, request: FastifyRequest, deps: MountDeps): Promise<Caller> {
  const refusal = refusalOf(call, actor, call.access as Role);
  if (refusal === null) return actor;
  const error = new AppError('role_denied', refusal, { isKnown: true });
  return refused(ctxOf(actor, request, deps), call, error, deps);
}

function refusalOf(call: Call, { role, token }: Caller, least: Role): string | null {
  if (!role || !roleIncludes(role, least))
    return `This needs the role ${least}; you have ${role ?? 'none'}. Ask an admin.`.replaceAll('-', ' ');
  const isOutside = token && (call.personOnly || (token.calls && !token.calls.includes(call.name)));
  return isOutside ? `This API token may not make the call ${call.name}.` : null;
}

/** Records the refusal of a signed-in caller; throws the error in any case. */
async function refused(ctx: Ctx, call: Call, error: unknown, deps: MountDeps): Promise<never> {
  const { kind, token } = ctx.actor as Caller;
  if (kind === 'user' && error instanceof AppError) {
    const denied = token ? 'access.token-denied' : 'access.denied';
    const action = { role_denied: denied, too_many_attempts: 'access.braked' }[error.code as string];
    if (action) await deps.recordRefusal?.(ctx, call.name, action, error.message);
  }
  throw error;
}

const ctxOf = (actor: Caller, request: FastifyRequest, { services }: MountDeps): Ctx => ({
  ...services,
  log: request.log as Ctx['log'],
  actor,
  requestId: request.id,
  source: sourceOf(request),
  topicVersions: actor.topicVersions,
});

function parseInput(call: Call, request: FastifyRequest): unknown {
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
  if (request.body !== undefined && isForm !== (call.form ?? false))
    throw new AppError(
      'unsupported_type',
      `Send the body as ${call.form ? 'multipart/form-data' : 'application/json'}.`,
    );
  const params = parsePart(call.params, request.params, 'not_found');
  const query = parsePart(call.query, request.query, 'bad_request');
  const body = call.rawBody ? undefined : parsePart(call.body, request.body, 'bad_request');
  // Parts of a form may contain JSON, whose escapes can spell what `guardInput` refuses.
  if (call.form) refuseHostile(body);
  return { params, query, body };
}

/** An invalid path is 404, an invalid query or body 400. */
function parsePart(schema: z.ZodType | undefined, value: unknown, code: 'not_found' | 'bad_request'): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { error: plainFault });
  if (parsed.success) return parsed.data;
  if (code === 'not_found') throw new AppError('not_found', 'There is nothing at this address.');
  throw invalidInput(code, parsed.error.issues);
}

const headerOf = (request: FastifyRequest) => (name: string) => {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
};

function httpOf(call: Call, request: FastifyRequest, reply: FastifyReply, deps: MountDeps): Http {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: deps.secureCookies } as const;
  return {
    ...(call.rawBody && request.body instanceof Uint8Array && { bytes: request.body }),
    // Only the sign-in calls may read the cookie (threat 7): everything else needs the bearer header.
    cookies: call.access === 'sign-in' ? request.cookies : {},
    ip: request.ip,
    header: headerOf(request),
    setHeader: (name, value) => void reply.header(name, value),
    setCookie: (name, value, options) => void reply.setCookie(name, value, { ...attributes, ...options }),
    clearCookie: (name) => void reply.clearCookie(name, attributes),
  };
}
