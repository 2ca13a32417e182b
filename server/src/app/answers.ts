import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PreparedJson, TextStream } from '../platform/calls/handler.ts';

const compress = promisify(gzip);
const zipped = new WeakMap<PreparedJson, Promise<Buffer>>();

/** Sends JSON that is ready in memory: 304 when the client has it, else gzip that is made once and kept. */
export async function sendPrepared(
  answer: PreparedJson,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.headers({
    etag: answer.etag,
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  });
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send();
  if (!request.headers['accept-encoding']?.includes('gzip')) return reply.send(answer.json);
  let body = zipped.get(answer);
  if (!body) zipped.set(answer, (body = compress(answer.json)));
  return reply.header('content-encoding', 'gzip').send(await body);
}

/** Sends text as it comes, until its source ends, the client leaves or the process stops. */
export function sendStream(
  answer: TextStream,
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
): FastifyReply {
  const stream = new PassThrough();
  const left = new AbortController();
  request.raw.once('close', () => left.abort());
  reply.raw.once('close', () => left.abort());
  const closed = AbortSignal.any([left.signal, stopping]);
  answer
    .run((text) => stream.write(text), closed)
    .catch((error: unknown) => request.log.warn({ err: error }, 'a stream broke'))
    .finally(() => stream.end());
  return reply
    .headers({ 'content-type': answer.contentType, 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .send(stream);
}
