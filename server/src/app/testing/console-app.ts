import type { FastifyInstance } from 'fastify';
import { createLiveHub } from '../../platform/events/hub.ts';
import type { TestCtx } from '../../platform/testing/test-ctx.ts';
import { buildApp, type AppOptions } from '../http/build-app.ts';
import { createReadiness } from '../readiness.ts';

/** The whole console over HTTP, ready to serve unless the options have a readiness; closing it closes its hub, unless that is given. */
export async function createConsoleApp(t: TestCtx, options: Partial<AppOptions> = {}): Promise<FastifyInstance> {
  const hub = options.hub ?? (await createLiveHub(t.open, t));
  const readiness = createReadiness(t.open, hub);
  readiness.starting(null);
  const stopping = new AbortController().signal;
  const app = await buildApp({ services: t, hub, readiness, stopping, secure: false, ...options });
  if (!options.hub) app.addHook('onClose', () => hub.close());
  return app;
}
