import type { Role } from '@mission-control/contract/call';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { recordRefusal } from '../../platform/audit/refusals.ts';
import type { Handler } from '../../platform/calls/handler.ts';
import type { TestCtx } from '../../platform/testing/test-ctx.ts';
import { acceptForms } from '../http/form-body.ts';
import { guardInput } from '../http/guard-input.ts';
import { featureRoutes } from '../features.ts';
import { answerError } from '../http/http-errors.ts';
import { acceptJson } from '../http/json-body.ts';
import { mountCalls, type MountDeps } from '../http/mount.ts';

interface Given extends Partial<MountDeps> {
  /** Mounts only these handlers, for features that share addresses; all by default. */
  routes?: readonly Handler[];
  /** Name of the user who makes the requests. */
  name?: string;
  log?: FastifyBaseLogger;
}

/** Mounts the calls over HTTP as the console does, for tests; the bearer token of a request is its role. */
export function createFeatureApp(t: TestCtx, given: Given = {}): FastifyInstance {
  const { routes = featureRoutes, name = 'priya.shah', log, ...deps } = given;
  const app: FastifyInstance = fastify({
    routerOptions: { ignoreTrailingSlash: true },
    ...(log && { loggerInstance: log }),
  });
  app.removeAllContentTypeParsers();
  guardInput(app);
  acceptJson(app);
  acceptForms(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const calls = routes.map(({ call }) => call);
  mountCalls(app, calls, routes, {
    services: t,
    authenticate: async (_services, role) => t.as({ name, role: role as Role }).actor,
    hasSession: async () => true,
    recordRefusal,
    secureCookies: false,
    stopping: new AbortController().signal,
    checkAnswers: true,
    ...deps,
  });
  return app;
}
