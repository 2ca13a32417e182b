import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSites } from './answer-site.ts';

let server: Server;
beforeAll(async () => {
  server = createServer(createSites()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const HOST = 'brimham-active.leisurehub.sandbox.example';

function logIn(form: Record<string, string>, host = HOST, path = '/partner/login') {
  return new Promise<{ status: number | undefined; body: unknown }>((settle, fail) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { host } }, (answer) => {
      let text = '';
      answer.on('data', (part) => void (text += String(part)));
      answer.on('end', () => settle({ status: answer.statusCode, body: JSON.parse(text) }));
    });
    asked.on('error', fail);
    asked.end(new URLSearchParams(form).toString());
  });
}

it('logs a person in with the right secret', async () => {
  const right = { secret: 'sandbox', client_id: '1', person_id: '301' };
  const enter = (host: string, end = '') =>
    expect.stringMatching(new RegExp(`^https://${host}/partner/enter\\?ticket=[0-9a-f-]{36}${end}$`)) as string;
  expect(await logIn(right)).toEqual({ status: 200, body: { authAddress: enter(HOST) } });
  expect((await logIn({ ...right, basket_id: '7' })).body).toEqual({ authAddress: enter(HOST, '&basket_id=7') });
  const other = 'elm.leisurehub.sandbox.example';
  expect((await logIn(right, other)).body).toEqual({ authAddress: enter(other) });
  expect((await logIn({ ...right, secret: 'Sandbox' })).status).toBe(401);
  expect((await logIn({ ...right, secret: '' })).status).toBe(401);
  expect((await logIn({ ...right, person_id: 'somebody' })).status).toBe(422);
  expect((await logIn({ secret: 'sandbox', person_id: '1' })).status).toBe(422);
  expect((await logIn({ ...right, more: 'x'.repeat(20_000) })).status).toBe(413);
  expect((await logIn(right, HOST, '/')).status).toBe(404);
  expect((await logIn(right, 'leisurehub.sandbox.example')).status).toBe(405);
  expect((await logIn(right, 'elm-down.leisurehub.sandbox.example')).status).toBe(503);
});

it('survives a client that goes away before it has sent its form', async () => {
  const { port } = server.address() as AddressInfo;
  const headers = { host: HOST, 'content-length': '100' };
  const asked = request({ host: '127.0.0.1', port, path: '/partner/login', method: 'POST', headers });
  asked.on('error', () => undefined).write('secret=');
  const [received] = (await once(server, 'request')) as [IncomingMessage];
  asked.destroy();
  await new Promise((closed) => received.once('close', closed));
  expect((await logIn({ secret: 'sandbox', client_id: '1', person_id: '301' })).status).toBe(200);
});
