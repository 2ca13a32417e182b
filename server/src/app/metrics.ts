import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Counts requests by route (never by raw path, which anybody may invent) and answers them in Prometheus' text format. */
export function metricsPage(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  // Finding a series by its labels costs more than observing it, so each route keeps its own, by status.
  const counterOf = (route: string): onResponseHookHandler => {
    const series = new Map<string, ReturnType<typeof durations.labels>>();
    return ({ method, log }, { statusCode: status, elapsedTime: ms }, done) => {
      const key = `${method}${status}`;
      let found = series.get(key);
      if (!found) series.set(key, (found = durations.labels({ method, route, status })));
      found.observe(ms / 1000);
      log.debug({ method, route, status, ms: Math.round(ms) }, 'answered');
      done();
    };
  };
  app.addHook('onRoute', (route) => {
    route.onResponse = [route.onResponse ?? [], counterOf(route.url)].flat();
  });
  const countUnknown = counterOf('unknown');
  app.addHook('onResponse', function (request, reply, done) {
    if (request.is404) countUnknown.call(this, request, reply, done);
    else done();
  });
  return async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics());
}
