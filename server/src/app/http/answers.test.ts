import { EventEmitter, once } from 'node:events';
import type { PassThrough } from 'node:stream';
import { TOPIC } from '@mission-control/contract/topics';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TextStream } from '../../platform/calls/handler.ts';
import { concernsAccess, sendStream } from './answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('checks the streams of a person again when their access may have changed, not when that of others did', () => {
  const whose = (...topics: string[]) =>
    [1, 2, null].filter((id) => concernsAccess({ kind: 'change', event: { topics, by: 'amelia.hart' } }, id));
  expect(whose(TOPIC.sessions, TOPIC.person(1), TOPIC.audit)).toEqual([1]);
  expect(whose(TOPIC.users, TOPIC.person(2))).toEqual([2]);
  expect(whose(TOPIC.sessions, TOPIC.person(1), TOPIC.person(2))).toEqual([1, 2]);
  // An announcement that does not say whose.
  expect(whose(TOPIC.users)).toEqual([1, 2, null]);
  expect(whose(TOPIC.audit, TOPIC.tenants)).toEqual([]);
  expect(concernsAccess({ kind: 'missed' }, 1)).toBe(true);
});

it.each([
  ['at once when the process stops', (stopping: AbortController) => stopping.abort()],
  ['after a minute otherwise', () => vi.advanceTimersByTime(60_000)],
])('gives up on the reader of a file who takes nothing, %s', async (_when, interrupt) => {
  const stopping = new AbortController();
  const sent = vi.fn();
  const file = new TextStream('text/csv', (send) => send('x'.repeat(1_000_000)).then(sent), { isPaced: true });
  const send = vi.fn<(stream: PassThrough) => void>();
  const reply = { raw: new EventEmitter(), headers: () => ({ send }) } as unknown as FastifyReply;
  sendStream(file, {} as FastifyRequest, reply, { stopping: stopping.signal, stillAllowed: async () => undefined });
  const [stream] = send.mock.lastCall ?? [];
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent).not.toHaveBeenCalled();
  interrupt(stopping);
  await expect(once(stream ?? new EventEmitter(), 'close')).rejects.toThrow('The stream ended early.');
  expect(sent).toHaveBeenCalledOnce();
});
