import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError } from './http-errors.ts';
import { createSlowSenders, type SlowSenders } from './slow-senders.ts';

let app: FastifyInstance;
let senders: SlowSenders;
let now = 0;
const arrived: (() => void)[] = [];
const sockets: Socket[] = [];
/** Server-side sockets by the client's port. */
const peers = new Map<number, Socket>();
beforeEach(async () => {
  now = 0;
  app = fastify({ requestTimeout: 0, bodyLimit: 1_000_000, logger: false });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: string | Buffer) => body);
  app.post('/', async (request) => ({ bytes: (request.body as Buffer).length }));
  // Responds before the body has arrived, as when the caller is rejected.
  app.post('/early', { onRequest: async (_request, reply) => reply.code(401).send({}) }, async () => ({}));
  senders = createSlowSenders(() => now);
  app.server.on('request', (request, answer) => senders.watch(request, answer));
  app.server.on('connection', (socket: Socket) => peers.set(socket.remotePort ?? 0, socket));
  await app.listen({ port: 0, host: '127.0.0.1' });
  // After fastify started reading.
  app.server.on('request', () => setImmediate(() => arrived.splice(0).forEach((resolve) => resolve())));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Opens a connection and sends the headers of a POST and part of its body. */
async function begin(path: string, length: number, part: Buffer): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const here = new Promise<void>((resolve) => void arrived.push(resolve));
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: ${length}\r\n\r\n`);
  await here;
  await send(socket, part);
  return socket;
}

/** Sends data and waits until the server received it. */
async function send(socket: Socket, part: Buffer): Promise<void> {
  const peer = peers.get(socket.localPort ?? 0);
  if (!peer) throw new Error('The server does not know the connection.');
  const want = peer.bytesRead + part.length;
  socket.write(part);
  while (peer.bytesRead < want) await new Promise((resolve) => setImmediate(resolve));
}

const pass = (ms: number): void => {
  now += ms;
  senders.look();
};

it('responds with 408 to a body that stalls for ten seconds, and closes the connection', async () => {
  const socket = await begin('/', 500, Buffer.alloc(100));
  pass(9_999);
  pass(1);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    code: 'too_slow',
    error: 'The request arrived too slowly. Try again when your connection is better.',
    request_id: expect.any(String) as string,
  });
});

it('accepts a slow body for minutes while it keeps the minimum rate', async () => {
  const part = Buffer.alloc(41_000);
  const socket = await begin('/', part.length * 20, part);
  for (let more = 1; more < 20; more += 1) {
    pass(10_000);
    await send(socket, part);
  }
  socket.end();
  expect(await text(socket)).toContain(`{"bytes":${part.length * 20}}`);
});

it('rejects a trickling body', async () => {
  const socket = await begin('/', 500_000, Buffer.alloc(1_000));
  pass(0);
  for (let second = 0; second < 10; second += 1) {
    await send(socket, Buffer.alloc(1_000));
    pass(1_000);
  }
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

it('closes a connection that continues a body after the response', async () => {
  const socket = await begin('/early', 500_000, Buffer.alloc(1_000));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
  pass(10_000);
  pass(10_000);
  await once(socket, 'close');
});
