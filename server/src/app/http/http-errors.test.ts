import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { DatabaseDown, OutcomeUnknown } from '../../platform/database/postgres/database-down.ts';
import { answerError, invalidInput, plainFault } from './http-errors.ts';
import { acceptJson } from './json-body.ts';

let app: FastifyInstance;
/** Resolves with the response to the first failed request, whether or not the client can read it. */
let failed: Promise<{ status: number; error: unknown }>;
beforeEach(() => {
  app = fastify();
  app.removeAllContentTypeParsers();
  acceptJson(app);
  const answered = Promise.withResolvers<{ status: number; error: unknown }>();
  failed = answered.promise;
  app.setErrorHandler((error, request, reply) => {
    const answer = answerError(error, request, reply);
    answered.resolve({ status: reply.statusCode, error });
    return answer;
  });
  app.post('/', () => 'taken');
});
afterEach(() => app.close());

it('blames neither the database nor itself for a client that aborts its request', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const begun = new Promise<void>((resolve) => app.server.once('request', () => resolve()));
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":');
  await begun;
  socket.resetAndDestroy();
  const { status, error } = await failed;
  expect(error).toMatchObject({ code: 'ECONNRESET' });
  expect(status).toBe(400);
});

it.each([
  ['the database is unreachable', new DatabaseDown('gone'), /database does not respond. Try again/],
  ['a commit was interrupted', new OutcomeUnknown('broke'), /unknown whether the change was made/],
])('responds with 503 when %s, with instructions', async (_what, error, sentence) => {
  app.get('/', () => Promise.reject(new Error('a statement failed', { cause: error })));
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.json<{ msg: string }>().msg).toMatch(sentence);
});

it('responds in its own words to an error with a numeric code, such as that of a failed child process', async () => {
  app.get('/', () => Promise.reject(Object.assign(new Error('Command failed: git fetch'), { code: 128 })));
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(500);
  expect(answer.json<{ msg: string }>().msg).toMatch(/Something went wrong on the server/);
});

it('words the first fault of each field for the people who fill in forms', () => {
  const form = z.object({
    name: z.string().min(1).regex(/^\S/u, 'must not begin with a space'),
    key: z.string().min(16),
    servers: z.array(z.string()).max(1),
    port: z.int().max(65_535),
    mail: z.email(),
    note: z.string(),
  });
  const sent = { name: '', key: 'short', servers: ['a', 'b'], port: 70_000, mail: 'nobody' };
  const { issues = [] } = form.safeParse(sent, { error: plainFault }).error ?? {};
  const { message, fields } = invalidInput('bad_request', issues);
  expect(fields).toEqual({
    name: 'must not be empty',
    key: 'must have at least 16 characters',
    servers: 'must have at most 1 entry',
    port: 'must be at most 65535',
    mail: 'must be an e-mail address',
    note: 'is missing',
  });
  expect(message).toMatch(/^name: must not be empty; key: must have at least 16 characters; /);
});
