import type { Role } from '@mission-control/contract/call';
import fastify, { type FastifyInstance } from 'fastify';
import { featureRoutes } from '../../../app/handlers.ts';
import { answerError } from '../../../app/http-errors.ts';
import { mountCalls } from '../../../app/mount.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';

interface ServiceApi {
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    role?: Role,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  close(): Promise<void>;
}

/** The console's calls over HTTP, made by priya.shah. @param services to replace, e.g. a port that fails */
export function createServiceApi(t: TestCtx, services: Partial<Ctx> = {}): ServiceApi {
  const app: FastifyInstance = fastify();
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const calls = featureRoutes.map(({ call }) => call);
  mountCalls(app, calls, featureRoutes, {
    services: { ...t, ...services },
    authenticate: async (_services, role) => t.as({ role: role as Role, name: 'priya.shah' }).actor,
    secureCookies: false,
    stopping: new AbortController().signal,
    checkAnswers: true,
  });
  return {
    send: async (method, url, body, role = 'operator') => {
      const answer = await app.inject({
        method,
        url,
        headers: { authorization: role },
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
    },
    close: () => app.close(),
  };
}
