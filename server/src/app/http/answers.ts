import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { TOPIC } from '@mission-control/contract/topics';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedJson, TextStream } from '../../platform/calls/handler.ts';
import type { LiveMessage } from '../../platform/events/topic-versions.ts';

/** Sends cached JSON: 304 when the client has it, otherwise gzip, compressed once and cached. */
export async function sendCached(
  answer: CachedJson,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.headers({ etag: answer.etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
  // The header may be a list, and proxies make tags weak.
  if (request.headers['if-none-match']?.includes(answer.etag)) return reply.code(304).send();
  void reply.type('application/json; charset=utf-8');
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(answer.json);
  return reply.header('content-encoding', 'gzip').send(await answer.gzip());
}

/** The weight 0 (RFC 9110, 12.4.2). */
const REFUSES_GZIP = /gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/i;
const acceptsGzip = (encodings = ''): boolean => encodings.includes('gzip') && !REFUSES_GZIP.test(encodings);

/** How often an open stream re-checks authorization even without announced account changes, since tokens expire. */
const RECHECK_MS = 15_000;
/** Maximum bytes buffered for a slow reader; beyond that the stream ends, and the reader may reconnect. */
const MAX_UNREAD = 1024 * 1024;
/** How long the reader of a paced stream may take nothing. */
const STALLED_MS = 60_000;

/** Whether a person's sessions may have ended, or the account changed. */
export function concernsAccess(message: LiveMessage, personId: number | null): boolean {
  if (message.kind === 'missed') return true;
  const { topics } = message.event;
  if (!topics.includes(TOPIC.users) && !topics.includes(TOPIC.sessions)) return false;
  return !topics.some(isPerson) || (personId !== null && topics.includes(TOPIC.person(personId)));
}

const isPerson = (topic: string): boolean => topic.startsWith('person:');

interface StreamLimits {
  /** Aborts when the process stops. */
  stopping: AbortSignal;
  /** Rejects when the reader is no longer authorized. */
  stillAllowed(): Promise<unknown>;
  /** Listens for ended sessions and changes of the account; returns an unsubscribe function. */
  onAccessChange?(listener: () => void): () => void;
}

/**
 * Streams text until its source ends, the reader disconnects, stalls or loses authorization, or the process stops. A paced stream that ends
 * early breaks the connection: a part must not pass for the whole.
 */
export function sendStream(
  answer: TextStream,
  request: FastifyRequest,
  reply: FastifyReply,
  limits: StreamLimits,
): FastifyReply {
  const stream = new PassThrough();
  const ended = new AbortController();
  const closed = AbortSignal.any([ended.signal, limits.stopping]);
  const end = (): void => ended.abort();
  reply.raw.once('close', end);
  const check = (): void => void limits.stillAllowed().catch(end);
  const recheck = setInterval(check, RECHECK_MS);
  const unsubscribe = limits.onAccessChange?.(check);
  // Fastify ends the response; the stream may break before Fastify listens.
  stream.on('error', () => undefined);
  void answer
    .run(async (text) => {
      const hasRoom = stream.write(text);
      if (!answer.isPaced && stream.writableLength > MAX_UNREAD) end();
      if (!answer.isPaced || hasRoom || closed.aborted) return;
      const stalled = setTimeout(end, STALLED_MS);
      await once(stream, 'drain', { signal: closed }).catch(() => undefined);
      clearTimeout(stalled);
    }, closed)
    .then(
      () => !closed.aborted,
      (error: unknown) => {
        request.log.warn({ err: error }, 'a stream broke');
        return false;
      },
    )
    .then((isWhole) => {
      clearInterval(recheck);
      unsubscribe?.();
      if (answer.isPaced && !isWhole) stream.destroy(new Error('The stream ended early.'));
      else stream.end();
    });
  return reply
    .headers({ 'content-type': answer.contentType, 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .send(stream);
}
