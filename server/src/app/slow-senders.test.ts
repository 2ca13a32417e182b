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
/** The server's ends by the port of the other end. */
const peers = new Map<number, Socket>();
beforeEach(async () => {
  now = 0;
  app = fastify({ requestTimeout: 0, bodyLimit: 1_000_000, logger: false });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: string | Buffer) => body);
  app.post('/', async (request) => ({ bytes: (request.body as Buffer).length }));
  // It answers before the body is there, as a refusal of the caller does.
  app.post('/early', { onRequest: async (_request, reply) => reply.code(401).send({}) }, async () => ({}));
  senders = createSlowSenders(() => now);
  app.server.on('request', (request, answer) => senders.watch(request, answer));
  app.server.on('connection', (socket: Socket) => peers.set(socket.remotePort ?? 0, socket));
  await app.listen({ port: 0, host: '127.0.0.1' });
  // After fastify has begun to read.
  app.server.on('request', () => setImmediate(() => arrived.splice(0).forEach((resolve) => resolve())));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** A connection that has sent the headers of a POST and some of its body. */
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

/** Sends and waits until the server has it. */
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

it('answers 408 in our own words to a body that stands still for ten seconds, and ends the connection', async () => {
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

it('takes a body that comes slowly for minutes as long as enough comes all the time', async () => {
  const part = Buffer.alloc(41_000);
  const socket = await begin('/', part.length * 20, part);
  for (let more = 1; more < 20; more += 1) {
    pass(10_000);
    await send(socket, part);
  }
  socket.end();
  expect(await text(socket)).toContain(`{"bytes":${part.length * 20}}`);
});

it('refuses one that drips', async () => {
  const socket = await begin('/', 500_000, Buffer.alloc(1_000));
  pass(0);
  for (let second = 0; second < 10; second += 1) {
    await send(socket, Buffer.alloc(1_000));
    pass(1_000);
  }
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

it('ends a connection that goes on with a body after it was answered', async () => {
  const socket = await begin('/early', 500_000, Buffer.alloc(1_000));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
  pass(10_000);
  pass(10_000);
  await once(socket, 'close');
});
