import type { Role } from '@mission-control/contract/call';
import type { InjectOptions } from 'fastify';
import { readEnv } from '../../../app/settings/env.ts';
import { sandboxInventory } from '../../../app/drivers/sandbox.ts';
import { openSites } from '../../../app/drivers/sites.ts';
import { createFeatureApp } from '../../../app/testing/feature-app.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { createSoap } from '../../../ports/soap/site-driver.ts';
import { importInventoryFile } from '../../inventory/public.ts';

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** The SOAP calls over HTTP, for two tenants whose sites run in a separate process. */
export interface SoapApi {
  get(url: string, role?: Role): Promise<Answer>;
  /** Sends a form. */
  post(url: string, parts: Record<string, string>, role?: Role): Promise<Answer>;
  close(): Promise<void>;
}

/** @param replaced services to replace, e.g. the log */
export async function createSoapApi(t: TestCtx, replaced: Partial<Ctx> = {}): Promise<SoapApi> {
  const env = readEnv({ SANDBOX_TENANTS: '2' });
  await importInventoryFile(t, await sandboxInventory(env, t.fleetDir, t.clock));
  const sites = openSites(env, t.fleetDir, t.log);
  const app = createFeatureApp(t, {
    services: { ...t, ...replaced, ports: { ...t.ports, soap: createSoap(sites.client) } },
    authenticate: async (_services, role) => t.as({ role: role as Role, name: 'priya.shah', id: 2 }).actor,
  });
  const answer = async (request: InjectOptions): Promise<Answer> => {
    const { statusCode, body } = await app.inject(request);
    return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
  };
  return {
    get: (url, role = 'viewer') => answer({ method: 'GET', url, headers: { authorization: role } }),
    post: async (url, parts, role = 'operator') => {
      const form = new FormData();
      for (const [name, value] of Object.entries(parts)) form.append(name, value);
      const encoded = new Response(form);
      const headers = { authorization: role, 'content-type': encoded.headers.get('content-type') ?? '' };
      return answer({ method: 'POST', url, headers, payload: Buffer.from(await encoded.arrayBuffer()) });
    },
    close: async () => {
      await app.close();
      sites.close();
    },
  };
}
