import type { Role } from '@mission-control/contract/call';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Handler } from '../../platform/calls/handler.ts';
import type { TestCtx } from '../../platform/testing/test-ctx.ts';
import { acceptForms } from '../form-body.ts';
import { guardInput } from '../guard-input.ts';
import { featureRoutes } from '../handlers.ts';
import { answerError } from '../http-errors.ts';
import { acceptJson } from '../json-body.ts';
import { mountCalls, type MountDeps } from '../mount.ts';

interface Given extends Partial<MountDeps> {
  /** The calls of these handlers alone; all features' when absent: some share their addresses. */
  routes?: readonly Handler[];
  /** Who makes the requests. */
  name?: string;
  log?: FastifyBaseLogger;
}

/** The calls over HTTP as the console mounts them, for tests; the bearer of a request is the role it is made with. */
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
    secureCookies: false,
    stopping: new AbortController().signal,
    checkAnswers: true,
    ...deps,
  });
  return app;
}
