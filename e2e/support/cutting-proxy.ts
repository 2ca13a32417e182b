import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that times out slow responses. */
export interface CuttingProxy {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a proxy that responds with 504 to a POST without data within the timeout, like nginx with deploy/nginx.conf after 75 s. Reads
 * are exempt: with such a short timeout they would fail on a busy machine.
 */
export async function startCuttingProxy(target: () => string, timeoutMs: number): Promise<CuttingProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    const outward = ask(new URL(url, target()), { method, headers, agent: false }, (answer) => {
      clearTimeout(limit);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      // Like nginx for the live stream, whose first byte may be late.
      outgoing.flushHeaders();
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    const cut = (status: number) => () => {
      clearTimeout(limit);
      if (!outgoing.headersSent) outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<html>cut</html>');
      outward.destroy();
    };
    const limit = method === 'POST' ? setTimeout(cut(504), timeoutMs) : undefined;
    outward.on('error', cut(502));
    outgoing.on('close', cut(504));
    incoming.pipe(outward);
  });
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
