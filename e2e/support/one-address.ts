import { once } from 'node:events';
import {
  createServer,
  request as ask,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An HTTP server on a port of 127.0.0.1. */
export interface TestServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a round-robin proxy in front of the processes, like nginx with deploy/nginx.conf: skips processes that refuse connections;
 * retries idempotent requests without a response on the next process, and returns 502 for others.
 */
export async function startOneAddress(urls: () => readonly string[]): Promise<TestServer> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const all = urls();
    const begin = turn % all.length;
    void buffer(incoming).then(
      (body) => handOn(incoming, outgoing, body, [...all.slice(begin), ...all.slice(0, begin)]),
      () => outgoing.destroy(),
    );
  });
  return listen(server);
}

/** Starts a server on a free port. */
export async function listen(server: Server): Promise<TestServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function handOn(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, targets: readonly string[]): void {
  const [target, ...others] = targets;
  if (target === undefined) return void outgoing.writeHead(502).end();
  const { method = 'GET', url = '/' } = incoming;
  const outward = forward(incoming, outgoing, target);
  outward.on('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy();
    const repeatable = error.code === 'ECONNREFUSED' || mayRepeat(method, url);
    handOn(incoming, outgoing, body, repeatable ? others : []);
  });
  outgoing.on('close', () => outward.destroy());
  outward.end(body);
}

/** Requests the same from the target and passes its response on; the caller sends the body. */
export function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string): ClientRequest {
  const { method, url = '/', headers } = incoming;
  return ask(new URL(url, target), { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    // Like nginx for the live stream, whose first byte may be late.
    outgoing.flushHeaders();
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
}

const mayRepeat = (method: string, url: string): boolean =>
  url === '/auth/login' ||
  (method !== 'POST' && method !== 'PATCH' && !/^\/api\/(tenant|competency-mapping)\/(\?|$)/.test(url));
