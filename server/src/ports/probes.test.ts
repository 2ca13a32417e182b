import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressRules } from '../platform/http/address-rules.ts';
import { createSiteClient } from '../platform/http/site-client.ts';
import { type ProbeTarget, createSiteProbes } from './probes.ts';

let site: Server;
let hits = 0;
const paths: (string | undefined)[] = [];
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
beforeAll(async () => {
  site = createServer((request, response) => {
    hits += 1;
    paths.push(request.url);
    const host = request.headers.host ?? '';
    if (host.startsWith('silent')) return;
    response.writeHead(host.startsWith('down') ? 503 : host.startsWith('moved') ? 302 : 200, {
      location: 'http://127.0.0.1/',
    });
    if (host.startsWith('text')) return void response.end(`${'x'.repeat(300_000)} too late`.replace('x', 'all wéll x'));
    // An endless page: the response head is enough.
    response.write('<!doctype html>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const gateway = () =>
  createSiteProbes(
    createSiteClient({ rules: createAddressRules([]), ports: [], gateway: `http://127.0.0.1:${portOf(site)}` }),
  );
const target = (part: Partial<ProbeTarget> = {}): ProbeTarget => ({
  kind: 'https',
  host: 'elm.coursepro.example',
  port: null,
  path: '/',
  expectedStatus: 200,
  expectedText: null,
  timeoutMs: 2_000,
  ...part,
});

describe('a probe', () => {
  it('succeeds when the site responds as expected, and reports its time', async () => {
    const result = await gateway().check(target());
    expect(result).toEqual({
      ok: true,
      ms: expect.any(Number) as number,
      response: '200 OK',
      error: null,
      certificateEnds: null,
    });
    expect(result.ms).toBeGreaterThan(0);
  });

  it.each([
    ['down.example', 200, '503 Service Unavailable', '503 Service Unavailable, expected 200'],
    ['moved.example', 200, '302 Found', '302 Found, expected 200'],
    ['elm.example', 204, '200 OK', '200 OK, expected 204'],
  ])(
    'of %s that should respond with %i fails with the actual response; redirects are not followed',
    async (host, expectedStatus, response, error) => {
      const before = hits;
      expect(await gateway().check(target({ host, expectedStatus }))).toMatchObject({ ok: false, response, error });
      expect(hits).toBe(before + 1);
    },
  );

  it('succeeds when the response has another expected status', async () => {
    expect(await gateway().check(target({ host: 'down.example', expectedStatus: 503 }))).toMatchObject({ ok: true });
  });

  it.each([
    ['all wéll', null],
    ['ALL WÉLL', '200 OK, without the expected text "ALL WÉLL"'],
    ['too late', '200 OK, without the expected text "too late"'],
  ])('with the expected text %j checks the first 256 KB of the response for it', async (expectedText, error) => {
    const result = await gateway().check(target({ host: 'text.example', expectedText }));
    expect(result).toMatchObject({ ok: error === null, response: '200 OK', error });
  });

  it('that expects a text on an endless page times out', async () => {
    const result = await gateway().check(target({ expectedText: 'x', timeoutMs: 200 }));
    expect(result).toMatchObject({ ok: false, error: 'Connection timed out after 0.2 s' });
  });

  it('requests its path', async () => {
    const before = paths.length;
    await gateway().check(target({ path: '/health?full=1' }));
    expect(paths.slice(before)).toEqual(['/health?full=1']);
  });

  it('of a hanging site times out', async () => {
    const result = await gateway().check(target({ host: 'silent.example', timeoutMs: 100 }));
    expect(result).toMatchObject({ ok: false, response: null, error: 'Connection timed out after 0.1 s' });
  });
});

describe('a probe without a gateway', () => {
  /** Resolves to this machine under rules that allow it, which only tests can configure. */
  const local = (port: number) => {
    const sites = createSiteClient({
      rules: (address) => (address === '127.0.0.1' ? null : 'somewhere else'),
      ports: [port],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    return createSiteProbes(sites);
  };

  it('connects over tcp, and reports when nothing listens', async () => {
    const server = createTcp().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = portOf(server);
    const tcp = target({ kind: 'tcp', port });
    expect(await local(port).check(tcp)).toMatchObject({ ok: true, response: 'connected' });
    server.close();
    await once(server, 'close');
    expect(await local(port).check(tcp)).toMatchObject({
      ok: false,
      error: 'elm.coursepro.example refuses the connection: nothing listens there',
    });
  });

  it('uses the port of the monitor over http', async () => {
    const port = portOf(site);
    expect(await local(port).check(target({ kind: 'http', port }))).toMatchObject({ ok: true });
  });

  it('reports a site that does not speak https', async () => {
    const server = createHttps().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = portOf(server);
    expect((await local(port).check(target({ port }))).ok).toBe(false);
    server.close();
  });

  it.each(['http', 'https', 'tcp'] as const)(
    'over %s never reaches the internal network: the canary has no hit',
    async (kind) => {
      const port = portOf(site);
      const sites = createSiteClient({
        rules: createAddressRules([]),
        ports: [port],
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      });
      const before = hits;
      expect(await createSiteProbes(sites).check(target({ kind, port }))).toMatchObject({
        ok: false,
        error: expect.stringMatching(/leads to this machine/) as string,
      });
      expect(hits).toBe(before);
    },
  );
});
