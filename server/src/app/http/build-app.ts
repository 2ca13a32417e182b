import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { calls } from '@mission-control/contract/calls';
import { ERROR_STATUS } from '@mission-control/contract/errors';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  authenticate,
  authenticateSession,
  hasSession,
  signInPages,
  type SingleSignOn,
} from '../../features/auth/public.ts';
import { authenticateEnvironment } from '../../features/reports/public.ts';
import { createPresenceBeat } from '../../features/presence/service.ts';
import { recordRefusal } from '../../platform/audit/refusals.ts';
import { cacheJson } from '../../platform/calls/handler.ts';
import type { Services } from '../../platform/context.ts';
import type { PoolState } from '../../platform/database/postgres/connection-pool.ts';
import { AppError } from '../../platform/errors.ts';
import type { LiveHub } from '../../platform/events/hub.ts';
import { requestLog } from '../../platform/log/request-log.ts';
import { concernsAccess, sendCached } from './answers.ts';
import { filesRoute } from './files-route.ts';
import { acceptForms } from './form-body.ts';
import { guardInput } from './guard-input.ts';
import { featureRoutes } from '../features.ts';
import { answerError, errorBody } from './http-errors.ts';
import { acceptJson } from './json-body.ts';
import { metricsPage, refuseStrangers } from '../metrics/metrics.ts';
import { mountCalls } from './mount.ts';
import { openApi } from './openapi.ts';
import { platformRoutes } from './platform-routes.ts';
import { createProberHealth, statusRoute, type ProberHealth } from '../../features/monitors/public.ts';
import type { Readiness } from '../readiness.ts';
import { answerHeaders, LOCAL_PAGE, securityHeaders } from './security-headers.ts';
import { refuseSlowSenders } from './slow-senders.ts';

/** Responds to an unparsable request and closes the connection. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, requestId: () => string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const fault = faultOf(error.code);
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : ERROR_STATUS[fault.code];
  const body = Buffer.from(JSON.stringify(errorBody(fault, requestId(), '')));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ].join('\r\n');
  // A second response sent while one is being written would be mistaken for that of the next request.
  if (socket.writable && !isAnswering(socket)) socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]));
  socket.destroy();
}

function faultOf(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('too_slow', 'The headers of the request did not arrive within 10 s.');
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('bad_request', 'The headers of the request are too large.');
  return new AppError('bad_request', 'This is not a valid HTTP request.');
}

/** Node stores the response being written on the socket. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null };
  return answer?.headersSent === true;
}

const BODY_LIMIT = 1024 * 1024;
/** Timeout for the headers of a request, and the interval of its check. */
const HEADERS_MS = 10_000;
const CHECK_MS = 1_000;
const WEB_ROOT = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

export interface AppOptions {
  services: Services;
  hub: LiveHub;
  readiness: Readiness;
  /** Connection statistics by pool. */
  pools?: () => Record<string, PoolState>;
  probing?: ProberHealth;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
  /** True when the console's address is https. */
  secure: boolean;
  trustProxy?: string[];
  /** Without it people sign in with passwords only. */
  singleSignOn?: SingleSignOn | undefined;
  /** Additional origins of logos. */
  pictureOrigins?: readonly string[];
  /** Bearer token for reading the metrics from other machines. */
  metricsToken?: string;
  /** Serves only metrics and health, for a worker. */
  metricsOnly?: boolean;
  /** Validates responses against their schemas, in tests. */
  checkAnswers?: boolean;
  /** Folder of the built browser app. */
  webRoot?: string;
}

/** How callers are recognized. */
const CALLERS = { authenticate, authenticateSession, authenticateEnvironment, hasSession };

/** Builds the HTTP server, not yet listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, readiness } = options;
  const draw = options.pictureOrigins ?? [];
  const ofPages = securityHeaders(options.secure, { draw });
  const ofAnswers = answerHeaders(options.secure);
  const app = createFastify(options, ofAnswers);
  refuseSlowSenders(app);
  await app.register(fastifyCookie);
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['gzip'], globalDecompression: false });
  app.removeAllContentTypeParsers();
  guardInput(app);
  acceptJson(app);
  acceptForms(app);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', (request, reply, done) => {
    // Of the route, because a request may spell its address differently: `/%61pi/tenant`, `http://host/api/tenant`.
    const address = request.routeOptions.url ?? request.url;
    const isAnswer = address.startsWith('/api/');
    void reply.headers(isAnswer ? ofAnswers : ofPages).header('x-request-id', request.id);
    if (options.metricsOnly && !OF_WORKERS.test(request.url)) return done(nothingHere());
    // Before its body is read.
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') return done(nothingHere());
    if (!isAnswer) return done();
    const refusal = address.startsWith('/api/health/') ? null : readiness.refusal();
    done(refusal === null ? undefined : new AppError('unavailable', refusal));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isStopping()) void reply.header('connection', 'close');
    done();
  });
  const { hub, pools = () => ({}), probing = createProberHealth() } = options;
  const streams = { open: 0 };
  const metrics = metricsPage(app, { services, hub, pools, probing, streams });
  mountCalls(
    app,
    calls,
    [...platformRoutes(readiness, options.hub, createPresenceBeat(services), streams), ...featureRoutes],
    {
      services,
      ...CALLERS,
      recordRefusal,
      secureCookies: options.secure,
      stopping: options.stopping,
      onAccessChange: (listener, personId) =>
        options.hub.subscribe((message) => concernsAccess(message, personId) && listener()),
      checkAnswers: options.checkAnswers ?? false,
    },
  );
  app.get('/metrics', { onRequest: refuseStrangers(options.metricsToken) }, metrics);
  filesRoute(app, services);
  statusRoute(app, services);
  docsRoute(app);
  await app.register(async (scope) =>
    signInPages(scope, { services, secureCookies: options.secure, singleSignOn: options.singleSignOn }),
  );
  await serveBrowserApp(
    app,
    options.webRoot ?? WEB_ROOT,
    securityHeaders(options.secure, { ask: LOCAL_PAGE.mayAsk, draw }),
  );
  return app;
}

/** @param ofAnswers response headers for an undecodable address, which reaches no route and no hook */
function createFastify({ services, trustProxy }: AppOptions, ofAnswers: Record<string, string>): FastifyInstance {
  return fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    childLoggerFactory: (_log, bindings) => requestLog(services.log, bindings),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    // Bodies have no total timeout; `refuseSlowSenders` enforces a minimum rate instead.
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, () => services.random.uuid().slice(0, 13)),
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(ofAnswers).header('x-request-id', request.id)),
    genReqId: () => services.random.uuid().slice(0, 13),
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 256 },
    exposeHeadRoutes: false,
    ...(trustProxy !== undefined && { trustProxy }),
  });
}

/** The API description, serialized once. */
function docsRoute(app: FastifyInstance): void {
  const docs = cacheJson(openApi(calls));
  app.get('/api/docs', async (request, reply) => sendCached(docs, request, reply));
}

/**
 * Serves the built app: files, and its page for every other GET outside /api (C-009). Missing files are 404.
 * @param localHeaders headers of the page that may send requests to local addresses
 */
async function serveBrowserApp(app: FastifyInstance, root: string, localHeaders: Record<string, string>) {
  const built = existsSync(`${root}/index.html`);
  if (built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(relative(root, path))),
    });
    // The app may be rebuilt while the process runs: new files have no route of their own.
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

/**
 * Browsers request the icon at each change of the address; like the fonts, it hardly ever changes.
 * @param file path within the built app
 */
function cachingOf(file: string): string {
  if (file.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  return file.endsWith('.html') ? 'no-cache' : 'public, max-age=86400';
}

/** Paths served by a worker. */
const OF_WORKERS = /^\/(metrics|api\/health\/(live|ready))(\?|$)/;

const nothingHere = (): AppError => new AppError('not_found', 'There is nothing at this address.');

function decodeSafely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/api';
  }
}
