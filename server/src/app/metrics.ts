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
  // Finding a series by its labels costs more than observing it; there are as many as routes and statuses.
  const series = new Map<string, ReturnType<typeof durations.labels>>();
  const seriesOf = (method: string, route: string, status: number): ReturnType<typeof durations.labels> => {
    const key = `${method} ${route} ${status}`;
    let found = series.get(key);
    if (!found) series.set(key, (found = durations.labels({ method, route, status })));
    return found;
  };
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    seriesOf(request.method, route, reply.statusCode).observe(reply.elapsedTime / 1000);
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
    done();
  });
  return async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics());
}
