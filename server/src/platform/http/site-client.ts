import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectSocket, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import { TLSSocket, type PeerCertificate } from 'node:tls';
import type { AddressRules } from './address-rules.ts';
import { readBounded } from './read-body.ts';
import { createResolve, type Resolve } from './resolve-host.ts';
import { failureOf, targetError } from './target-error.ts';

const TIME_LIMIT_MS = 10_000;
const BODY_LIMIT = 5 * 1024 * 1024;
/** Interim responses (1xx) to one request: a flood of them would occupy this thread. */
const MAX_INTERIM = 20;
/** Set by the client itself: callers could otherwise change the target or the framing of a request. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te', 'trailer']);

/** A request to an externally configured host. */
export interface SiteRequest {
  /** Absolute, http or https. */
  url: string;
  /** GET when absent. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Covers everything from DNS lookup to the last byte; 10 s by default. */
  timeoutMs?: number;
  /** Maximum body length; 5 MB by default. */
  maxBytes?: number;
  /** Reads at most this many bytes of the body and drops the rest; 0: only the response head. */
  firstBytes?: number;
  signal?: AbortSignal;
}

/** The response of a host; redirects are returned, never followed. */
export interface SiteResponse {
  status: number;
  /** Lower-case names; repeated headers are joined. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Milliseconds from the start of the request to the response head and to the end of the body. */
  timings: { headMs: number; totalMs: number };
  /** Expiry of the site's certificate; null without https, and behind a gateway. */
  certificateEnds: Date | null;
}

/** A TCP connection to an externally configured host. */
interface SiteConnection {
  host: string;
  port: number;
  timeoutMs: number;
}

/** Requests to hosts from tenants' data. */
export interface SiteClient {
  /** @throws AppError('target_failed') with a message for the user; its details name the fault */
  send(request: SiteRequest): Promise<SiteResponse>;
  /** Opens and closes a connection. @returns the time to connect, in ms @throws AppError('target_failed') likewise */
  connect(connection: SiteConnection): Promise<number>;
}

/** One for all clients, which share their lookups. */
const systemResolve = createResolve();

/** Settings for creating a client for the same sites in another thread. */
export interface SiteSettings {
  /** Private networks that may be connected to. */
  networks?: readonly string[];
  /** Allowed besides 80 and 443. */
  ports: readonly number[];
  /** When set, every request goes there, with the site's Host header. */
  gateway?: string | undefined;
}

export interface SiteClientOptions extends Omit<SiteSettings, 'networks'> {
  rules: AddressRules;
  /** Defaults to the system's resolver. */
  resolve?: Resolve;
}

/**
 * The only client for hosts configured by outsiders. Scheme, port and every resolved address are checked, and the connection uses exactly
 * the checked addresses, which defeats DNS rebinding (security threat 25).
 */
export function createSiteClient(options: SiteClientOptions): SiteClient {
  const { rules, ports, resolve = systemResolve } = options;
  const gateway = options.gateway === undefined ? null : new URL(options.gateway);
  return {
    async send(request) {
      const url = readSiteUrl(request.url, ports);
      const headers = headersOf(request, url);
      const began = performance.now();
      const limit = AbortSignal.timeout(request.timeoutMs ?? TIME_LIMIT_MS);
      const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
      try {
        const endpoint = gateway
          ? { url: gateway }
          : { url, lookup: await checkedLookup(url, { rules, resolve, signal }) };
        const answer = await sendRequest(endpoint, { url, request, headers, signal });
        const headMs = performance.now() - began;
        const certificateEnds = certificateEndOf(answer);
        const { maxBytes = BODY_LIMIT, firstBytes } = request;
        const tooLong = (): Error =>
          targetError('too_large', `${siteOf(url)} returned more than ${limitText(maxBytes)}.`);
        const body =
          firstBytes === undefined ? await readBounded(answer, maxBytes, tooLong) : await readFirst(answer, firstBytes);
        // A body of undeclared length ends with its connection, even if it was cut off here.
        signal.throwIfAborted();
        return {
          status: answer.statusCode ?? 0,
          headers: joined(answer),
          body,
          timings: { headMs, totalMs: performance.now() - began },
          certificateEnds,
        };
      } catch (error) {
        if (limit.aborted) throw targetError('timeout', `${siteOf(url)} does not respond in time.`, error);
        throw failureOf(error, siteOf(url));
      }
    },
    async connect({ host, port, timeoutMs }) {
      const began = performance.now();
      (await openSiteSocket(options, { host, port, timeoutMs })).destroy();
      return performance.now() - began;
    },
  };
}

/** Opens a connection by the rules of the client. @throws AppError('target_failed') */
export async function openSiteSocket(options: SiteClientOptions, connection: SiteConnection): Promise<Socket> {
  const { rules, ports, resolve = systemResolve } = options;
  const { host, port, timeoutMs } = connection;
  // Ports other than 80 and 443 need a setting.
  const url = readSiteUrl(`http://${host}:${port}/`, ports);
  const gateway = options.gateway === undefined ? null : new URL(options.gateway);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const lookup = gateway ? {} : { lookup: await checkedLookup(url, { rules, resolve, signal }) };
    const endpoint = gateway
      ? { host: gateway.hostname, port: Number(gateway.port || 80) }
      : { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port };
    return await openSocket({ ...endpoint, ...lookup }, signal);
  } catch (error) {
    if (signal.aborted) throw targetError('timeout', `${siteOf(url)} does not respond in time.`, error);
    throw failureOf(error, siteOf(url));
  }
}

function openSocket(options: TcpNetConnectOpts, signal: AbortSignal): Promise<Socket> {
  return new Promise((settle, fail) => {
    const socket = connectSocket(options);
    const stop = (): void => void socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    socket.once('error', fail);
    socket.once('connect', () => {
      signal.removeEventListener('abort', stop);
      socket.off('error', fail);
      settle(socket);
    });
  });
}

/** Reads the first bytes of a body, then closes the connection. */
async function readFirst(answer: IncomingMessage, count: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  if (count > 0)
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= count) break;
    }
  answer.destroy();
  return Buffer.concat(parts).subarray(0, count);
}

function certificateEndOf({ socket }: IncomingMessage): Date | null {
  if (!(socket instanceof TLSSocket)) return null;
  // Null once the socket is destroyed, as after a response whose body breaks the protocol.
  const certificate = socket.getPeerCertificate() as PeerCertificate | null;
  const at = new Date(certificate?.valid_to ?? Number.NaN);
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

/** Resolves the name once, checks every address against the rules, and pins the connection to these addresses. */
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

/** Other callers may share the lookup, so it is abandoned rather than cancelled. */
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

/** Sends the request; resolves with the response head. */
function sendRequest(endpoint: { url: URL; lookup?: LookupFunction }, sending: Sending): Promise<IncomingMessage> {
  const { url, request, headers, signal } = sending;
  const options: RequestOptions = {
    method: request.method ?? 'GET',
    path: `${url.pathname}${url.search}`,
    headers,
    signal,
    // No keep-alive: a pooled connection was checked for another request.
    agent: false,
    ...(endpoint.lookup && { lookup: endpoint.lookup }),
  };
  return new Promise((settle, fail) => {
    const send = endpoint.url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing: ClientRequest = send(endpoint.url, options, settle);
    outgoing.on('error', fail);
    const noHttp = (): Error => targetError('protocol', `${siteOf(url)} does not respond with HTTP.`);
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(noHttp());
    });
    let interim = 0;
    outgoing.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM) outgoing.destroy(noHttp());
    });
    outgoing.end(request.body);
  });
}

function joined({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]));
}

const limitText = (limit: number): string =>
  limit >= 1024 * 1024 ? `${Math.floor(limit / (1024 * 1024))} MB` : `${limit} bytes`;

const STANDARD_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Parses and checks a URL. @throws AppError('target_failed') for another scheme or port, or for credentials in it */
function readSiteUrl(text: string, ports: readonly number[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const standard = url ? STANDARD_PORTS[url.protocol] : undefined;
  if (!url || standard === undefined || url.hostname === '')
    throw targetError('address', 'The address of the site is not an http or https address.');
  if (url.username !== '' || url.password !== '')
    throw targetError('address', 'The address of the site contains a user name or a password. Remove it.');
  const port = url.port === '' ? standard : Number(url.port);
  if (port !== 80 && port !== 443 && !ports.includes(port))
    throw targetError('address', `${siteOf(url)} is on port ${port}, which this installation does not allow.`);
  return url;
}

const SHOWN = 100;
/** The host as shown in messages. */
const siteOf = ({ hostname }: URL): string => (hostname.length > SHOWN ? `${hostname.slice(0, SHOWN)}…` : hostname);
