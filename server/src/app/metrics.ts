import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  type Series = ReturnType<typeof durations.labels>;
  // Finding a series by its labels costs more than observing it; there are as many as routes and statuses.
  const kept = new WeakMap<object, Map<string, Series>>();
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { config, url: route = 'unknown' } = request.routeOptions;
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    let ofRoute = kept.get(config);
    if (!ofRoute) kept.set(config, (ofRoute = new Map<string, Series>()));
    const key = `${method}${status}`;
    let series = ofRoute.get(key);
    if (!series) ofRoute.set(key, (series = durations.labels({ method, route, status })));
    series.observe(ms / 1000);
    request.log.debug({ method, route, status, ms: Math.round(ms) }, 'answered');
    done();
  });
  return async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics());
}
