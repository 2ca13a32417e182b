import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { hasNginx, startNginx } from '../e2e/support/nginx.ts';

if (!hasNginx) process.stderr.write('The configuration of nginx is not tested: nginx is not installed.\n');

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => (server.closeAllConnections(), server.close()));
  return (server.address() as AddressInfo).port;
}

describe.skipIf(!hasNginx)('deploy/nginx.conf', () => {
  it('retries only idempotent requests on the other process when one dies', { timeout: 30_000 }, async () => {
    const asked: string[] = [];
    const note = (name: string, { method, url }: IncomingMessage): unknown => asked.push(`${method} ${url} ${name}`);
    const dying = await listen((request) => {
      note('dying', request);
      request.socket.destroy();
    });
    const living = await listen((request, response) => {
      note('living', request);
      response.end('done');
    });
    for (const [method, path, status] of [
      ['GET', '/api/tenant/1', 200],
      ['POST', '/auth/login', 200],
      ['DELETE', '/api/tenant/1', 200],
      ['PUT', '/api/tenant/1/coursepro', 200],
      ['PUT', '/api/tenant/', 502],
      ['PUT', '/api/competency-mapping/', 502],
      ['PATCH', '/api/tenant/1', 502],
      ['POST', '/api/release/deploy', 502],
    ] as const) {
      const nginx = await startNginx(dying, living);
      ends.push(() => nginx.stop());
      asked.length = 0;
      expect([method, path, (await fetch(`${nginx.url}${path}`, { method })).status]).toEqual([method, path, status]);
      expect(asked[0]).toBe(`${method} ${path} dying`);
      expect(asked).toHaveLength(status === 200 ? 2 : 1);
    }
  });
});
