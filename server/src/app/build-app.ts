import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { calls } from '@mission-control/contract/calls';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { authenticate, hasSession, signInPages } from '../features/auth/public.ts';
import { authenticateEnvironment } from '../features/reports/public.ts';
import type { Services } from '../platform/context.ts';
import type { PoolState } from '../platform/database/connection-pool.ts';
import { prepareJson } from '../platform/calls/handler.ts';
import { AppError } from '../platform/errors.ts';
import type { LiveHub } from '../platform/events/hub.ts';
import { requestLog } from '../platform/log/request-log.ts';
import { featureRoutes } from './handlers.ts';
import { sendPrepared } from './answers.ts';
import { filesRoute } from './files-route.ts';
import { acceptForms } from './form-body.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { guardInput } from './guard-input.ts';
import { answerError } from './http-errors.ts';
import { acceptJson } from './json-body.ts';
import { metricsPage, refuseStrangers } from './metrics.ts';
import { mountCalls } from './mount.ts';
import { openApi } from './openapi.ts';
import { platformRoutes } from './platform-routes.ts';
import type { Readiness } from './readiness.ts';
import { answerHeaders, LOCAL_PAGE, securityHeaders } from './security-headers.ts';
import { refuseSlowSenders } from './slow-senders.ts';

const BODY_LIMIT = 1024 * 1024;
/** A connection that sends nothing, or its headers too slowly, is closed after so long, found out this often. */
const HEADERS_MS = 10_000;
const CHECK_MS = 1_000;
const WEB_ROOT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

export interface AppOptions {
  services: Services;
  hub: LiveHub;
  readiness: Readiness;
  /** How the connections to the database are, by pool. */
  pools?: () => Record<string, PoolState>;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
  /** The console's address is https. */
  secure: boolean;
  trustProxy?: string;
  /** Origins besides the console's own that logos may be drawn from. */
  pictureOrigins?: readonly string[];
  /** Bearer token that reads the metrics from elsewhere than this machine. */
  metricsToken?: string;
  /** Tests hold answers against their schemas. */
  checkAnswers?: boolean;
  /** Folder of the built browser app. */
  webRoot?: string;
}

/** The HTTP side of the console, not yet listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, readiness } = options;
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    childLoggerFactory: (_log, own) => requestLog(services.log, own),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    // Bodies may take as long as they need; `refuseSlowSenders` holds them to bytes per second instead.
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, () => services.random.uuid().slice(0, 13)),
    genReqId: () => services.random.uuid().slice(0, 13),
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 256 },
    exposeHeadRoutes: false,
    ...(options.trustProxy !== undefined && { trustProxy: options.trustProxy.split(',').map((part) => part.trim()) }),
  });
  refuseSlowSenders(app);
  await app.register(fastifyCookie);
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['gzip'], globalDecompression: false });
  app.removeAllContentTypeParsers();
  guardInput(app);
  acceptJson(app);
  acceptForms(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const draw = options.pictureOrigins ?? [];
  const ofPages = securityHeaders(options.secure, { draw });
  const ofAnswers = answerHeaders(options.secure);
  app.addHook('onRequest', (request, reply, done) => {
    const isAnswer = request.url.startsWith('/api/');
    void reply.headers(isAnswer ? ofAnswers : ofPages).header('x-request-id', request.id);
    // Before its body is read.
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') return done(nothingHere());
    if (!isAnswer) return done();
    const refusal = request.url.startsWith('/api/health/') ? null : readiness.refusal();
    done(refusal === null ? undefined : new AppError('unavailable', refusal));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isStopping()) void reply.header('connection', 'close');
    done();
  });
  const metrics = metricsPage(app, { hub: options.hub, pools: options.pools ?? (() => ({})) });
  mountCalls(app, calls, [...platformRoutes(readiness, options.hub), ...featureRoutes], {
    services,
    authenticate,
    authenticateEnvironment,
    hasSession,
    secureCookies: options.secure,
    stopping: options.stopping,
    checkAnswers: options.checkAnswers ?? false,
  });
  app.get('/metrics', { onRequest: refuseStrangers(options.metricsToken) }, metrics);
  filesRoute(app, services);
  docsRoute(app);
  await app.register(async (scope) => signInPages(scope, { services, secureCookies: options.secure }));
  await serveBrowserApp(
    app,
    options.webRoot ?? WEB_ROOT,
    securityHeaders(options.secure, { ask: LOCAL_PAGE.mayAsk, draw }),
  );
  return app;
}

/** The description of the calls, which is written once. */
function docsRoute(app: FastifyInstance): void {
  const docs = prepareJson(openApi(calls));
  app.get('/api/docs', async (request, reply) => sendPrepared(docs, request, reply));
}

/**
 * Files of the built app; every other GET outside /api is a screen of it (C-009). A file that is gone stays gone: 404.
 * @param localHeaders the headers of the page that may ask a local address.
 */
async function serveBrowserApp(app: FastifyInstance, root: string, localHeaders: Record<string, string>) {
  const built = existsSync(`${root}/index.html`);
  if (built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      setHeaders: (reply, path) =>
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    });
    // The app may be built anew while the process runs: what was not there at the start has no route of its own.
    app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/+(api|auth|metrics|assets|fonts)(\/|$)/i.test(decodeSafely(path));
    if (!isScreen || !built) return answerError(nothingHere(), request, reply);
    if (path === LOCAL_PAGE.path) void reply.headers(localHeaders);
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
  });
}

const nothingHere = (): AppError => new AppError('not_found', 'There is nothing at this address.');

function decodeSafely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/api';
  }
}
