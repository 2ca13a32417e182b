import type { FastifyInstance } from 'fastify';
import { createLiveHub } from '../../platform/events/hub.ts';
import type { TestCtx } from '../../platform/testing/test-ctx.ts';
import { buildApp, type AppOptions } from '../http/build-app.ts';
import { createReadiness } from '../readiness.ts';

/** The whole console over HTTP, ready to serve unless `own` has a readiness; closing it closes its hub, unless that is given. */
export async function createConsoleApp(t: TestCtx, own: Partial<AppOptions> = {}): Promise<FastifyInstance> {
  const hub = own.hub ?? (await createLiveHub(t.open, t));
  const readiness = createReadiness(t.open, hub);
  readiness.starting(null);
  const stopping = new AbortController().signal;
  const app = await buildApp({ services: t, hub, readiness, stopping, secure: false, ...own });
  if (!own.hub) app.addHook('onClose', () => hub.close());
  return app;
}
