import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';

/** Path on Debian. */
const NGINX = '/usr/sbin/nginx';
const installed = existsSync(NGINX);
if (!installed) process.stderr.write('The configuration of nginx is not tried: nginx is not installed.\n');

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

/** Starts nginx with deploy/nginx.conf, without TLS, in front of two processes. @returns its address */
async function startNginx(first: number, second: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mc-nginx-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const socket = join(folder, 'socket');
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  const site = readFileSync(new URL('../deploy/nginx.conf', import.meta.url), 'utf8')
    .replace('listen 80;', `listen unix:${socket};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace('web-1:4400', `127.0.0.1:${first}`)
    .replace('web-2:4400', `127.0.0.1:${second}`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {}\nhttp { access_log off; ${places.join(' ')}\n${site} }`,
  );
  const child = spawn(NGINX, ['-e', join(folder, 'log'), '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  ends.push(() => (child.kill('SIGTERM'), ended));
  const address = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${address}/metrics`), { timeout: 15_000 });
  return address;
}

describe.skipIf(!installed)('deploy/nginx.conf', () => {
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
      const address = await startNginx(dying, living);
      asked.length = 0;
      expect([method, path, (await fetch(`${address}${path}`, { method })).status]).toEqual([method, path, status]);
      expect(asked[0]).toBe(`${method} ${path} dying`);
      expect(asked).toHaveLength(status === 200 ? 2 : 1);
    }
  });
});
