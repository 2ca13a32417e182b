import { hash, timingSafeEqual } from 'node:crypto';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onResponseHookHandler,
} from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '../../platform/context.ts';
import type { PoolState } from '../../platform/database/postgres/connection-pool.ts';
import type { ProberHealth } from '../../features/monitors/public.ts';
import type { LiveHub } from '../../platform/events/hub.ts';
import { fleetMetrics } from './fleet-metrics.ts';
import type { Streams } from '../http/platform-routes.ts';

/** Sources of the metrics besides requests. */
interface Measured {
  services: Pick<Services, 'db' | 'clock' | 'log'>;
  hub: Pick<LiveHub, 'isListening' | 'lastProofMsAgo'>;
  pools: () => Record<string, PoolState>;
  probing: ProberHealth;
  streams: Streams;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Allows the metrics only from this machine or with the token. Proxied requests do not count as local, even from an unknown proxy. */
export function refuseStrangers(token: string | undefined): onRequestHookHandler {
  return ({ ip, headers }, _reply, done) => {
    const isOwn = LOOPBACK.test(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
    const isKnown = token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`);
    done(
      isOwn || isKnown ? undefined : new AppError('not_signed_in', 'Metrics need METRICS_TOKEN as the bearer token.'),
    );
  };
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));

/** Counts requests by route (never by raw path, which clients could invent) and renders the Prometheus text format. */
export function metricsPage(
  app: FastifyInstance,
  measured: Measured,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measure(registry, measured);
  const readFleet = fleetMetrics(registry, measured.services);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  // Looking up a series by its labels costs more than observing it, so each route caches its own, by status.
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
  return async (_request, reply) => {
    await readFleet();
    return reply.type(registry.contentType).send(await registry.metrics());
  };
}

/** Gauges collected on each scrape. */
function measure(registry: Registry, { hub, pools, probing, streams }: Measured): void {
  const registers = [registry];
  const report = (name: string, help: string, read: () => number): void => {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: (): void => gauge.set(read()) });
  };
  const lateness = new Histogram({
    name: 'monitor_check_lateness_seconds',
    help: 'Lateness of the monitor checks started by this process.',
    buckets: [0.01, 0.02, 0.05, 0.1, 0.3, 1, 5],
    registers,
  });
  probing.onChecks = (lateMs) => {
    for (const ms of lateMs) lateness.observe(ms / 1000);
  };
  report(
    'monitor_thread_restarts',
    'Number of times the thread that checks monitors ended unexpectedly and was restarted.',
    () => probing.restarts,
  );
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Database connections by pool: total, idle, and requests waiting for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, states] of Object.entries(pools()))
        for (const state of ['total', 'idle', 'waiting'] as const) connections.set({ pool, state }, states[state]);
    },
  });
  report(
    'live_streams',
    'Browsers and programs connected to the live event streams of this process.',
    () => streams.open,
  );
  report(
    'live_changes_heard',
    '1 while this process receives change notifications, 0 while its listening connection is being re-established.',
    () => (hub.isListening() ? 1 : 0),
  );
  report(
    'live_changes_proven_seconds',
    'Time since this process last received its own notification, which it sends every 10 s.',
    () => (hub.lastProofMsAgo() ?? Infinity) / 1000,
  );
}
