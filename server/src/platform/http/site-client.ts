import { lookup as systemLookup } from 'node:dns/promises';
import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectSocket, isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { AddressRules } from './address-rules.ts';
import { readBounded } from './read-bounded.ts';
import { readSiteUrl, siteOf } from './site-url.ts';
import { failureOf, targetError } from './target-error.ts';

const TIME_LIMIT_MS = 10_000;
const BODY_LIMIT = 5 * 1024 * 1024;
/** The client sets these itself; from outside they would change whom the request is for, or where it ends. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te', 'trailer']);

/** One request to a host that somebody else named. */
export interface SiteRequest {
  /** Absolute, http or https. */
  url: string;
  /** GET when absent. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** For everything from the look-up of the name to the last byte; 10 s when absent. */
  timeoutMs?: number;
  /** The longest body that is read; 5 MB when absent. */
  maxBytes?: number;
  /** Ends with the head of the answer; the body is empty then. */
  headOnly?: boolean;
  /** Aborts the request. */
  signal?: AbortSignal;
}

/** What the host answered; a redirect is an answer like any other and never followed. */
export interface SiteAnswer {
  status: number;
  /** Names in lower case; a repeated header is joined. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Since the request began, in ms: the head of the answer was there; all of it was. */
  timings: { headMs: number; totalMs: number };
  /** When the certificate of the site ends; null without https, and behind a gateway. */
  certificateEnds: Date | null;
}

/** A connection to a host that somebody else named. */
interface SiteConnection {
  host: string;
  port: number;
  timeoutMs: number;
}

/** Requests to hosts that come from tenants' data. */
export interface SiteClient {
  /** @throws AppError('target_failed') in words for a person; its details name the fault */
  send(request: SiteRequest): Promise<SiteAnswer>;
  /** Opens a connection and ends it. Answers how long it took, in ms. @throws AppError('target_failed') likewise */
  connect(connection: SiteConnection): Promise<number>;
}

/** The addresses of a name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

interface SiteClientOptions {
  rules: AddressRules;
  /** Besides 80 and 443. */
  ports: readonly number[];
  /** When set, every request goes there, with the site's Host header. */
  gateway?: string | undefined;
  /** The system's resolver when absent. */
  resolve?: Resolve;
}

/**
 * The one way to hosts that people outside of the installation name: the scheme, the port and every address of the name are checked,
 * and the connection goes to exactly the addresses that were checked, so that a name that changes in between gains nothing (security
 * threat 25).
 */
export function createSiteClient(options: SiteClientOptions): SiteClient {
  const { rules, ports, resolve = (host) => systemLookup(host, { all: true }) } = options;
  const gateway = options.gateway === undefined ? null : new URL(options.gateway);
  return {
    async send(request) {
      const url = readSiteUrl(request.url, ports);
      const headers = headersOf(request, url);
      const began = performance.now();
      const limit = AbortSignal.timeout(request.timeoutMs ?? TIME_LIMIT_MS);
      const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
      try {
        const door = gateway ? { url: gateway } : { url, lookup: await checkedLookup(url, { rules, resolve, signal }) };
        const answer = await open(door, { url, request, headers, signal });
        const headMs = performance.now() - began;
        const certificateEnds = certificateEndOf(answer);
        const body = request.headOnly
          ? brokenOff(answer)
          : await readBounded(answer, request.maxBytes ?? BODY_LIMIT, siteOf(url));
        return {
          status: answer.statusCode ?? 0,
          headers: joined(answer),
          body,
          timings: { headMs, totalMs: performance.now() - began },
          certificateEnds,
        };
      } catch (error) {
        if (limit.aborted) throw targetError('timeout', `${siteOf(url)} does not answer in time.`, error);
        throw failureOf(error, siteOf(url));
      }
    },
    async connect({ host, port, timeoutMs }) {
      // The port stands on its own: one that is usual for the web needs no setting, any other one does.
      const url = readSiteUrl(`http://${host}:${port}/`, ports);
      const began = performance.now();
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const lookup = gateway ? {} : { lookup: await checkedLookup(url, { rules, resolve, signal }) };
        const door = gateway
          ? { host: gateway.hostname, port: Number(gateway.port || 80) }
          : { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port };
        await openSocket({ ...door, ...lookup, signal });
        return performance.now() - began;
      } catch (error) {
        if (signal.aborted) throw targetError('timeout', `${siteOf(url)} does not answer in time.`, error);
        throw failureOf(error, siteOf(url));
      }
    },
  };
}

/** Resolves when the connection is there, and ends it. */
function openSocket(options: TcpNetConnectOpts & { signal: AbortSignal }): Promise<void> {
  return new Promise((settle, fail) => {
    const socket = connectSocket(options);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.destroy();
      settle();
    });
  });
}

function brokenOff(answer: IncomingMessage): Buffer {
  answer.destroy();
  return Buffer.alloc(0);
}

function certificateEndOf({ socket }: IncomingMessage): Date | null {
  if (!(socket instanceof TLSSocket)) return null;
  const { valid_to: end } = socket.getPeerCertificate();
  const at = new Date(end);
  return Number.isNaN(at.getTime()) ? null : at;
}

function headersOf({ headers = {}, body }: SiteRequest, url: URL): Record<string, string> {
  for (const name of Object.keys(headers)) {
    if (OWN_HEADERS.has(name.toLowerCase())) throw new Error(`The header ${name} is set by the client itself.`);
  }
  return {
    'user-agent': 'mission-control',
    'accept-encoding': 'identity',
    ...headers,
    host: url.host,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  };
}

/** Looks the name up once, holds every address against the rules, and gives these addresses to the connection. */
async function checkedLookup(
  url: URL,
  { rules, resolve, signal }: { rules: AddressRules; resolve: Resolve; signal: AbortSignal },
): Promise<LookupFunction> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  const found = family === 0 ? await beforeAbort(resolve(host), signal) : [{ address: host, family }];
  if (found.length === 0) throw targetError('dns', `${siteOf(url)} has no address in DNS.`);
  for (const { address } of found) {
    const refusal = rules(address);
    if (refusal !== null)
      throw targetError('address', `${siteOf(url)} leads to ${refusal}. The console does not connect there.`);
  }
  return (_host, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, found);
    else if (first) done(null, first.address, first.family);
  };
}

/** The system's look-up cannot be stopped, only no longer waited for. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((settle, fail) => {
    const stop = (): void => fail(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void work.then(settle, fail).finally(() => signal.removeEventListener('abort', stop));
  });
}

interface Sending {
  url: URL;
  request: SiteRequest;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** Sends the request through the door; resolves with the head of the answer. */
function open(door: { url: URL; lookup?: LookupFunction }, sending: Sending): Promise<IncomingMessage> {
  const { url, request, headers, signal } = sending;
  const options: RequestOptions = {
    method: request.method ?? 'GET',
    path: `${url.pathname}${url.search}`,
    headers,
    signal,
    // A connection of its own: a kept one was checked for another request.
    agent: false,
    ...(door.lookup && { lookup: door.lookup }),
  };
  return new Promise((settle, fail) => {
    const send = door.url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing: ClientRequest = send(door.url, options, settle);
    outgoing.on('error', fail);
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(targetError('protocol', `${siteOf(url)} does not answer in HTTP.`));
    });
    outgoing.end(request.body);
  });
}

function joined({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]));
}
