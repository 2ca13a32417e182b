import type { Role } from '@mission-control/contract/call';
import type { FastifyInstance } from 'fastify';
import { createFeatureApp } from '../../../app/testing/feature-app.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { tenantFeature } from '../feature.ts';

type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: unknown,
  role?: Role,
  headers?: Record<string, string>,
) => Promise<Awaited<ReturnType<FastifyInstance['inject']>>>;

/** The tenant calls over HTTP; the bearer token is the role. A text payload is sent verbatim. */
export function createTenantApi(t: TestCtx): { send: Send; close: () => Promise<void> } {
  const app = createFeatureApp(t, { routes: tenantFeature.routes });
  const send: Send = async (method, path, payload, role = 'operator', headers = {}) =>
    app.inject({
      method,
      url: path,
      headers: {
        authorization: role,
        ...headers,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    });
  return { send, close: () => app.close() };
}

/** The status codes of responses, sorted. */
export function statuses(answers: readonly { statusCode: number }[]): number[] {
  return answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
}
