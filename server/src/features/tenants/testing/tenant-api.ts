import type { Role } from '@mission-control/contract/call';
import type { FastifyInstance } from 'fastify';
import { createFeatureApp } from '../../../app/testing/feature-app.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { tenantRoutes } from '../routes.ts';

type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: unknown,
  role?: Role,
) => Promise<Awaited<ReturnType<FastifyInstance['inject']>>>;

/** The calls of tenants over HTTP; the bearer of a request is the role it is made with. A payload that is a text is sent as it is. */
export function createTenantApi(t: TestCtx): { send: Send; close: () => Promise<void> } {
  const app = createFeatureApp(t, { routes: tenantRoutes });
  const send: Send = async (method, path, payload, role = 'operator') =>
    app.inject({
      method,
      url: path,
      headers: { authorization: role, ...(payload !== undefined && { 'content-type': 'application/json' }) },
      ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    });
  return { send, close: () => app.close() };
}

/** The statuses of answers, the least first. */
export function statuses(answers: readonly { statusCode: number }[]): number[] {
  return answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
}
