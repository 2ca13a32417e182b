import { createServer } from 'node:http';
import { forward, listen, type TestServer } from './one-address.ts';

/**
 * Starts a proxy that responds with 504 to a POST without data within the timeout, like nginx with deploy/nginx.conf after 75 s. Reads
 * are exempt: with such a short timeout they would fail on a busy machine.
 */
export async function startCuttingProxy(target: () => string, timeoutMs: number): Promise<TestServer> {
  const server = createServer((incoming, outgoing) => {
    const outward = forward(incoming, outgoing, target());
    const cut = (status: number) => () => {
      clearTimeout(limit);
      if (!outgoing.headersSent) outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<html>cut</html>');
      outward.destroy();
    };
    const limit = incoming.method === 'POST' ? setTimeout(cut(504), timeoutMs) : undefined;
    outward.on('response', () => clearTimeout(limit));
    outward.on('error', cut(502));
    outgoing.on('close', cut(504));
    incoming.pipe(outward);
  });
  return listen(server);
}
