import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressRules } from '../platform/http/address-rules.ts';
import { createSiteClient } from '../platform/http/site-client.ts';
import { createHttpCentreSync } from './centre-sync.ts';

const hosts = { coursepro: 'elm.coursepro.example', strive: 'elm.strive.example' };
const CENTRES = [
  { id: 1, name: 'Pool' },
  { id: 2, name: 'Gym' },
];
const LANGUAGES = [{ code: 'en-GB', name: 'English' }];
const COURSEPRO = {
  [`GET ${hosts.coursepro}/api/centres`]: CENTRES,
  [`GET ${hosts.coursepro}/api/languages`]: LANGUAGES,
};
const PUT = `PUT ${hosts.strive}/api/centres-and-languages`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
/** Responses of the sites: a value sent as JSON, or a custom handler. */
let answers: Record<string, unknown>;
let seen: { call: string; authorization: string | undefined; body: string }[];
beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  seen = [];
  answers = { ...COURSEPRO, [PUT]: { ok: true } };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = `${request.method} ${request.headers.host}${request.url}`;
  let body = '';
  for await (const part of request) body += String(part);
  seen.push({ call, authorization: request.headers.authorization, body });
  const said = answers[call];
  if (typeof said === 'function') return (said as Answer)(request, response);
  response.writeHead(said === undefined ? 404 : 200).end(JSON.stringify(said));
}

function sync(token?: string) {
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sites = createSiteClient({ rules: createAddressRules([]), ports: [], gateway });
  return createHttpCentreSync({ sites, token }).sync(hosts);
}
const status =
  (code: number, headers = {}): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end('{}');
const text =
  (body: string | Buffer): Answer =>
  (_request, response) =>
    void response.end(body);
const puts = () => seen.filter(({ call }) => call === PUT);

describe('centres and languages over HTTP', () => {
  it('are copied from one site to the other, without extra fields', async () => {
    answers[`GET ${hosts.coursepro}/api/centres`] = CENTRES.map((one) => ({ ...one, manager: 'A person' }));
    expect(await sync()).toEqual({ centres: 2, languages: 1 });
    expect(puts().map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ centres: CENTRES, languages: LANGUAGES }]);
    expect(seen.map(({ authorization }) => authorization)).toEqual([undefined, undefined, undefined]);
  });

  it('are requested with the token, which appears in no message', async () => {
    await sync('canary-token-1');
    expect(new Set(seen.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer canary-token-1']));
    answers[PUT] = status(401);
    const error: unknown = await sync('canary-token-1').catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: 'target_failed',
      message: expect.stringMatching(/Check SITES_TOKEN/) as string,
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('canary');
  });

  it('may be empty', async () => {
    answers[`GET ${hosts.coursepro}/api/centres`] = [];
    expect(await sync()).toEqual({ centres: 0, languages: 1 });
  });

  it.each([
    ['centres', 'null', null],
    ['centres', 'an object', { centres: [] }],
    ['centres', 'no names', [{ id: 1 }]],
    ['centres', 'an id as text', [{ id: '1', name: 'Pool' }]],
    ['centres', 'an endless name', [{ id: 1, name: 'x'.repeat(201) }]],
    ['centres', 'the same id twice', [...CENTRES, CENTRES[0]]],
    ['centres', 'too many', Array.from({ length: 10_001 }, (_, at) => ({ id: at + 1, name: 'x' }))],
    ['languages', 'a code that is none', [{ code: '../..', name: 'x' }]],
    ['languages', 'too many', Array.from({ length: 501 }, (_, at) => ({ code: `aa-${at + 100}`, name: 'x' }))],
    ['languages', 'a page', text('<!doctype html>')],
    ['languages', 'nothing', text('')],
    ['languages', 'half of it', text('[{"code":"en-GB","na')],
    ['languages', 'no UTF-8', text(Buffer.from('[{"code":"en","name":"\xff"}]', 'latin1'))],
    ['centres', 'a deep nest', text(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)],
    ['centres', 'a poisoned prototype', text('[{"__proto__":{"id":1,"name":"Pool"}}]')],
  ])('%s with %s are not handed over', async (what, _name, said) => {
    answers[`GET ${hosts.coursepro}/api/${what}`] = said;
    await expect(sync()).rejects.toMatchObject({
      code: 'target_failed',
      message: `elm.coursepro.example returned no valid list of ${what}. Nothing was synced.`,
    });
    expect(puts()).toEqual([]);
  });

  it.each([
    [500, /^elm\.strive\.example answered with an error \(500\)\.$/],
    [302, /^elm\.strive\.example redirects to another address \(302\), which the console does not follow\.$/],
    [404, /^elm\.strive\.example does not know centres and languages \(404\)/],
    [403, /^elm\.strive\.example does not accept the token/],
  ])('fail when the other site responds with %i', async (code, message) => {
    answers[PUT] = status(code, { location: 'https://evil.example/' });
    await expect(sync()).rejects.toMatchObject({
      code: 'target_failed',
      message: expect.stringMatching(message) as string,
    });
    expect(seen).toHaveLength(3);
  });

  it('fail when a response is huge', async () => {
    answers[`GET ${hosts.coursepro}/api/centres`] = text(Buffer.alloc(6 * 1024 * 1024, ' '));
    await expect(sync()).rejects.toMatchObject({ message: 'elm.coursepro.example returned more than 5 MB.' });
    expect(puts()).toEqual([]);
  });
});
