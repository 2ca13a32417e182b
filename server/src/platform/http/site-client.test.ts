import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../ports/testing/certificate.ts';
import { createAddressRules } from './address-rules.ts';
import type { Resolve } from './resolve-host.ts';
import { createSiteClient, type SiteRequest } from './site-client.ts';

// 127.0.0.2 stands for a public address; 127.0.0.1, with the canary, is treated as what it is.
const PUBLIC = '127.0.0.2';
const real = createAddressRules([]);
const rules = (address: string): string | null => (address === PUBLIC ? null : real(address));
const listOf = (text: string): string[] => text.trim().split(/\s+/);
const at = (address: string) => ({ address, family: 4 });

let answer: RequestListener;
let site: Server;
let canary: Server;
let canaryHits = 0;
let port: number;
let resolved: string[];
beforeAll(async () => {
  site = createServer((request, response) => answer(request, response)).listen(0, PUBLIC);
  await once(site, 'listening');
  ({ port } = site.address() as AddressInfo);
  canary = createServer((_request, response) => response.end('secret')).listen(port, '127.0.0.1');
  canary.on('connection', () => void (canaryHits += 1));
  await once(canary, 'listening');
});
beforeEach(() => {
  resolved = [];
  canaryHits = 0;
  answer = (_request, response) => response.end('hello');
});
afterAll(() => {
  for (const server of [site, canary]) {
    server.closeAllConnections();
    server.close();
  }
});

const resolve: Resolve = async (host) => {
  resolved.push(host);
  return [at(PUBLIC)];
};
const client = (more: Partial<Parameters<typeof createSiteClient>[0]> = {}) =>
  createSiteClient({ rules, ports: [port], resolve, ...more });
const send = (request: Partial<SiteRequest> = {}, more?: Parameters<typeof client>[0]) =>
  client(more).send({ url: `http://elm.example:${port}/a?b=c`, ...request });
const fails = (words: RegExp, fault: string) =>
  expect.objectContaining({
    name: 'AppError',
    code: 'target_failed',
    message: expect.stringMatching(words) as string,
    details: { fault },
  }) as Error;

describe('a request to a site', () => {
  it('sends method, path, headers and body, and returns the response with its timings', async () => {
    answer = (request, response) => {
      const { method, url, headers } = request;
      let text = '';
      request.on('data', (part) => void (text += String(part)));
      request.on('end', () => {
        response.writeHead(201, { 'x-name': 'Elm', 'set-cookie': ['a=1', 'b=2'] });
        response.end(JSON.stringify({ method, url, host: headers.host, accept: headers.accept, text }));
      });
    };
    const got = await send({ method: 'PUT', headers: { accept: 'application/json' }, body: 'grün' });
    expect(got).toMatchObject({ status: 201, headers: { 'x-name': 'Elm', 'set-cookie': 'a=1, b=2' } });
    expect(JSON.parse(got.body.toString())).toEqual({
      method: 'PUT',
      url: '/a?b=c',
      host: `elm.example:${port}`,
      accept: 'application/json',
      text: 'grün',
    });
    expect(got.timings.headMs).toBeGreaterThan(0);
    expect(got.timings.totalMs).toBeGreaterThanOrEqual(got.timings.headMs);
  });

  it('rejects headers that set the target or the framing', async () => {
    for (const name of ['Host', 'content-length', 'Transfer-Encoding', 'connection'])
      await expect(send({ headers: { [name]: 'x' } })).rejects.toThrow(
        `The header ${name} is set by the client itself.`,
      );
    await expect(send({ headers: { 'x-a': 'b\r\nhost: evil' } })).rejects.toThrow('The request to');
  });

  it('is aborted with its caller', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    await expect(send({ signal: stop.signal })).rejects.toMatchObject({ code: 'target_failed' });
  });
});

describe('a request cannot reach the internal network', () => {
  it.each(
    listOf(`
    http://127.0.0.1 http://localhost. http://0x7f000001 http://2130706433 http://0177.0.0.1 http://127.1
    http://0 http://[::1] http://[::ffff:127.0.0.1] http://[::ffff:7f00:1] http://[::] http://①②⑦.⓪.⓪.①
    http://127.0.0.1. http://[64:ff9b::7f00:1] http://[fe80::1]`),
  )('at %s: the canary is not touched', async (origin) => {
    const inside: Resolve = async () => [at('127.0.0.1')];
    const asked = send({ url: `${origin}:${port}/` }, { resolve: inside });
    await expect(asked).rejects.toEqual(fails(/^\S+ leads to .*\. The console does not connect there\.$/, 'address'));
    expect(canaryHits).toBe(0);
  });

  it.each(
    listOf(`
    http://169.254.169.254/latest/meta-data/ http://10.0.0.5/ http://192.168.0.1/ http://172.16.0.1/
    https://[fd00:ec2::254]/ http://100.100.100.200/ http://[::ffff:169.254.169.254]/ http://[fc00::1]/`),
  )('at %s', async (url) => {
    await expect(send({ url })).rejects.toEqual(fails(/leads to/, 'address'));
  });

  it('when only one of several addresses is inside', async () => {
    const both: Resolve = async () => [at(PUBLIC), at('127.0.0.1')];
    await expect(send({}, { resolve: both })).rejects.toEqual(
      fails(/^elm\.example leads to this machine\./, 'address'),
    );
    expect(canaryHits).toBe(0);
  });

  it('when DNS changes between check and connection: the name is resolved once', async () => {
    const rebinding: Resolve = async (host) => {
      resolved.push(host);
      return [at(resolved.length === 1 ? PUBLIC : '127.0.0.1')];
    };
    const same = client({ resolve: rebinding });
    const url = `http://elm.example:${port}/`;
    expect((await same.send({ url })).body.toString()).toBe('hello');
    expect(resolved).toEqual(['elm.example']);
    await expect(same.send({ url })).rejects.toEqual(fails(/leads to this machine/, 'address'));
    expect(canaryHits).toBe(0);
  });

  it('by a redirect: it is returned, not followed', async () => {
    answer = (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    expect(await send()).toMatchObject({ status: 302, headers: { location: `http://127.0.0.1:${port}/` } });
    expect(canaryHits).toBe(0);
  });

  it.each([
    ['ftp://elm.example/', /not an http or https address/],
    ['file:///etc/passwd', /not an http or https address/],
    ['gopher://elm.example:80/_GET', /not an http or https address/],
    ['data:text/html,hello', /not an http or https address/],
    ['elm.example', /not an http or https address/],
    ['http://', /not an http or https address/],
    ['http://a b.example/', /not an http or https address/],
    ['http://user:word@elm.example/', /user name or a password/],
    ['http://elm.example:22/', /^elm\.example is on port 22/],
    ['https://elm.example:6379/', /port 6379/],
  ])('to %s: it is not the address of a site', async (url, words) => {
    await expect(send({ url })).rejects.toEqual(fails(words, 'address'));
    expect(resolved).toEqual([]);
  });
});

describe('a misbehaving site', () => {
  const silent: RequestListener = () => {};
  const unframed: RequestListener = (_request, response) => {
    response.useChunkedEncodingByDefault = false;
    response.write('part');
  };
  const endless: RequestListener = (_request, response) => {
    const drip = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(drip));
  };

  it.each([
    ['never responds', silent],
    ['never ends its response', endless],
    ['never ends a response of undeclared length, which a closed connection would end', unframed],
  ])('that %s times out', async (_name, listener) => {
    answer = listener;
    await expect(send({ timeoutMs: 80 })).rejects.toEqual(
      fails(/^elm\.example does not respond in time\.$/, 'timeout'),
    );
  });

  it('whose name never resolves times out', async () => {
    const never: Resolve = () => new Promise(() => {});
    await expect(send({ timeoutMs: 40 }, { resolve: never })).rejects.toEqual(fails(/in time/, 'timeout'));
  });

  it.each([
    ['declares', { 'content-length': '100000000' }],
    ['does not declare', {}],
  ])('with a response that is too long, and %s its length, is aborted', async (_name, headers) => {
    let closed = false;
    answer = (_request, response) => {
      response.writeHead(200, headers);
      response.on('close', () => void (closed = true));
      const fill = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        response.once('drain', fill);
      };
      fill();
    };
    await expect(send()).rejects.toEqual(fails(/^elm\.example returned more than 5 MB\.$/, 'too_large'));
    await expect.poll(() => closed).toBe(true);
  });

  it('with a response exactly at the limit is read in full', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(1000));
    expect((await send({ maxBytes: 1000 })).body).toHaveLength(1000);
    await expect(send({ maxBytes: 999 })).rejects.toEqual(fails(/more than 999 bytes/, 'too_large'));
  });

  it('with a compression bomb is not decompressed', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.alloc(20));
    expect((await send()).body).toHaveLength(20);
  });

  it('that breaks off midway is a failure, not a short response', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('12345', () => response.destroy());
    };
    await expect(send()).rejects.toEqual(fails(/closed the connection/, 'connection'));
  });

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH\r\n', /does not respond with HTTP/, 'protocol'],
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n1',
      /not respond with HTTP/,
      'protocol',
    ],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(9000)}`, /more headers than are read/, 'too_large'],
    [
      'another protocol',
      'HTTP/1.1 101 Go\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      /not respond with HTTP/,
      'protocol',
    ],
    ['a flood of interim responses', 'HTTP/1.1 103 Wait\r\n\r\n'.repeat(21), /not respond with HTTP/, 'protocol'],
    ['nothing', '', /closed the connection/, 'connection'],
  ])('that sends %s fails', async (_name, text, words, fault) => {
    const raw = createTcpServer((socket: Socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(text));
    }).listen(0, PUBLIC);
    await once(raw, 'listening');
    const own = (raw.address() as AddressInfo).port;
    try {
      await expect(send({ url: `http://elm.example:${own}/` }, { ports: [own] })).rejects.toEqual(fails(words, fault));
    } finally {
      raw.close();
    }
  });

  it('whose name is not resolved in time fails, for connections as well as requests', async () => {
    const unresolved = client({ resolve: () => new Promise(() => undefined) });
    const never = { host: 'elm.example', port, timeoutMs: 50 };
    await expect(unresolved.connect(never)).rejects.toEqual(fails(/does not respond in time/, 'timeout'));
    const request = unresolved.send({ url: 'http://elm.example/', timeoutMs: 50 });
    await expect(request).rejects.toEqual(fails(/does not respond in time/, 'timeout'));
  });

  it('that does not listen, or has no TLS, fails', async () => {
    await expect(send({ url: 'http://elm.example/' })).rejects.toEqual(fails(/refuses the connection/, 'connection'));
    await expect(send({ url: `https://elm.example:${port}/` })).rejects.toEqual(fails(/does not speak https/, 'tls'));
  });

  it.each([
    ['ENOTFOUND', /has no address in DNS/],
    ['EAI_AGAIN', /DNS does not respond/],
  ])('whose name lookup fails with %s fails', async (code, words) => {
    const failing: Resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code }));
    await expect(send({}, { resolve: failing })).rejects.toEqual(fails(words, 'dns'));
  });
});

describe('with a gateway', () => {
  const gateway = (): { gateway: string } => ({ gateway: `http://${PUBLIC}:${port}` });

  it('every request goes there with the Host header of its site and without a DNS lookup', async () => {
    answer = (request, response) => response.end(`${request.headers.host} ${request.url}`);
    for (const [url, seen] of [
      ['https://elm.example/x?y=1', 'elm.example /x?y=1'],
      ['http://ash.example/', 'ash.example /'],
      ['http://127.0.0.1/', '127.0.0.1 /'],
    ] as const) {
      expect((await send({ url }, gateway())).body.toString()).toBe(seen);
    }
    expect(resolved).toEqual([]);
    expect(canaryHits).toBe(0);
  });

  it('the rules for site addresses still apply', async () => {
    await expect(send({ url: 'ftp://elm.example/' }, gateway())).rejects.toEqual(fails(/not an http/, 'address'));
    await expect(send({ url: 'http://elm.example:22/' }, gateway())).rejects.toEqual(fails(/port 22/, 'address'));
  });
});

const certificate = makeCertificate('elm.example');
if (!certificate) process.stdout.write('Skipped: the certificate of a site, because openssl is not installed.\n');

describe.skipIf(!certificate)('a site over https', () => {
  it('is rejected when its certificate is not trusted', async () => {
    let asked = 0;
    const secure = createSecureServer(certificate ?? {}, (_request, response) => {
      asked += 1;
      response.end();
    }).listen(0, PUBLIC);
    await once(secure, 'listening');
    const own = (secure.address() as AddressInfo).port;
    const url = `https://elm.example:${own}/`;
    await expect(send({ url }, { ports: [own] })).rejects.toEqual(fails(/certificate that is not trusted/, 'tls'));
    expect(asked).toBe(0);
    secure.close();
  });

  it.each([
    ['with the end of its certificate', 'hello', expect.any(Date) as Date],
    ['without it when the body breaks the protocol, since the connection is gone by then', 'hello, hello', null],
  ])('is returned %s', async (_name, body, certificateEnds) => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, certificate?.cert ?? '']);
    onTestFinished(() => setDefaultCACertificates(trusted));
    const secure = createTlsServer(certificate ?? {}, (socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${body}`));
    }).listen(0, PUBLIC);
    await once(secure, 'listening');
    onTestFinished(() => void secure.close());
    const own = (secure.address() as AddressInfo).port;
    const got = await send({ url: `https://elm.example:${own}/` }, { ports: [own] });
    expect(got).toMatchObject({ status: 200, body: Buffer.from('hello'), certificateEnds });
  });
});
