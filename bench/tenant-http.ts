// Compares the console's responses about 10,000 tenants with two peers, as ratios within one run. nginx sends the same bytes from a file,
// to everybody and without access log. The bare Fastify + pg server looks up a session, reads one row of one table, and changes it with
// an audit row in one transaction; it has no roles, limits, events, services or configs (peers/bare-server.ts).
// Run: node bench/tenant-http.ts [tenants] [seconds a round]   (needs the Debian packages postgresql, nginx-light and wrk; two cores)
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Worker } from 'node:worker_threads';
import { join } from 'node:path';
import { signInToken } from '../e2e/support/operator.ts';
import { report } from './measure/figures.ts';
import { BARE_TOKEN, startBare } from './peers/bare.ts';
import { startFleetConsole } from './measure/fleet-console.ts';
import { startNginx } from './peers/nginx.ts';
import { ratioOf, writeScript, type Load } from './peers/wrk.ts';

const tenants = process.argv[2] ?? '10000';
const seconds = Number(process.argv[3] ?? 5);
const { server, databaseUrl, stop } = await startFleetConsole(tenants);
const folder = mkdtempSync(join(tmpdir(), 'mc-bench-'));
const bearer = { authorization: `Bearer ${await signInToken(server.url)}` };
const gzip = { ...bearer, 'accept-encoding': 'gzip' };

async function compare(name: string, limit: number, own: Load, peer: Load): Promise<void> {
  const found = await ratioOf(own, peer, seconds);
  const rates = `${found.own.toFixed(0)} against ${found.peer.toFixed(0)} requests/s`;
  report(`${name}: ${rates}, ${found.ratio.toFixed(2)} x (at least ${limit})`, found.ratio >= limit);
}

/** The rate of a bare Fastify 304 without session, roles or list: the maximum of one process. Not judged. */
async function compareConstant(headers: Record<string, string>): Promise<void> {
  const worker = new Worker(new URL('peers/constant-server.ts', import.meta.url), { workerData: '{}' });
  try {
    const [url] = (await once(worker, 'message')) as [string];
    const own = { url: `${url}/constant`, headers: { 'if-none-match': '"constant"' }, status: 304 };
    const found = await ratioOf(own, { url: nginx.url, headers, status: 304 }, seconds);
    console.log(
      `a bare Fastify route that answers 304: ${found.own.toFixed(0)} requests/s, ${found.ratio.toFixed(2)} x nginx`,
    );
  } finally {
    await worker.terminate();
  }
}

/** The raw, still compressed bytes of a response. */
async function rawBody(url: string, headers: Record<string, string>): Promise<Buffer> {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  return buffer(answer);
}

/** Requests a thousand tenants in turn; PATCH toggles a switch. */
function scriptOf(method: 'GET' | 'PATCH', name: string, path: string, headers: Record<string, string>): string {
  const toggled = `(n % 2000 < 1000) and '{"staging":true}' or '{"staging":false}'`;
  return writeScript(join(folder, `${method}-${name}.lua`), headers, [
    { method, path: `"${path}" .. (n % 1000 + 1)`, ...(method === 'PATCH' && { body: toggled }) },
  ]);
}

const list = await fetch(`${server.url}/api/tenant`, { headers: gzip });
const etag = list.headers.get('etag') ?? '';
const zipped = await rawBody(`${server.url}/api/tenant`, gzip);
const nginx = await startNginx(zipped);
const bare = await startBare(databaseUrl);
try {
  console.log(`${tenants} tenants, the list is ${(zipped.length / 1024).toFixed(0)} KB of gzip`);
  const nginxEtag = (await fetch(nginx.url)).headers.get('etag') ?? '';
  await compare(
    'GET /api/tenant, gzip',
    0.7,
    { url: `${server.url}/api/tenant`, headers: gzip, status: 200 },
    { url: nginx.url, status: 200 },
  );
  for (const connections of [64, 512])
    await compare(
      `GET /api/tenant, 304, ${connections} connections`,
      0.4,
      { url: `${server.url}/api/tenant`, headers: { ...gzip, 'if-none-match': etag }, status: 304, connections },
      { url: nginx.url, headers: { 'if-none-match': nginxEtag }, status: 304, connections },
    );
  await compareConstant({ 'if-none-match': nginxEtag });
  for (const [method, limit] of [
    ['GET', 0.6],
    ['PATCH', 0.35],
  ] as const) {
    await compare(
      `${method} /api/tenant/{id}`,
      limit,
      { url: server.url, script: scriptOf(method, 'own', '/api/tenant/', bearer), status: 200 },
      {
        url: bare.url,
        script: scriptOf(method, 'peer', '/tenant/', { authorization: `Bearer ${BARE_TOKEN}` }),
        status: 200,
      },
    );
  }
} finally {
  await bare.stop();
  await nginx.stop();
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
