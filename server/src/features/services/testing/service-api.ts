import type { Role } from '@mission-control/contract/call';
import { createFeatureApp } from '../../../app/testing/feature-app.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';

interface ServiceApi {
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    role?: Role,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  close(): Promise<void>;
}

/** Calls the console over HTTP as priya.shah. @param services to replace, e.g. with a failing port */
export function createServiceApi(t: TestCtx, services: Partial<Ctx> = {}): ServiceApi {
  const app = createFeatureApp(t, { services: { ...t, ...services } });
  return {
    send: async (method, url, body, role = 'operator', headers = {}) => {
      const answer = await app.inject({
        method,
        url,
        headers: { authorization: role, ...headers },
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
    },
    close: () => app.close(),
  };
}
