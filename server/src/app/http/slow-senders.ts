import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';

const POLL_MS = 1_000;
const WINDOW_MS = 10_000;
/** 32 kbit/s: slower than any usable connection. */
const MIN_BYTES_PER_SECOND = 4_096;

interface Sender {
  request: IncomingMessage;
  answer: ServerResponse;
  /** Start of the window, and the bytes received until then. */
  since: number;
  bytes: number;
}

/** Tracks bodies in transit, which may take long but must keep a minimum rate. */
export interface SlowSenders {
  watch(request: IncomingMessage, answer: ServerResponse): void;
  /** Rejects senders below the minimum over a whole window. */
  look(): void;
}

/** @param now monotonic milliseconds */
export function createSlowSenders(now: () => number): SlowSenders {
  const senders = new Set<Sender>();
  const begin = (sender: Sender): void => {
    sender.since = now();
    sender.bytes = sender.request.socket.bytesRead;
  };
  return {
    watch(request, answer) {
      const sender = { request, answer, since: 0, bytes: 0 };
      begin(sender);
      senders.add(sender);
    },
    look() {
      for (const sender of senders) {
        const { request, since, bytes } = sender;
        if (request.complete || request.socket.destroyed) senders.delete(sender);
        // Received but unread data is not the sender's fault.
        else if (request.readableLength > 0) begin(sender);
        else if (now() - since < WINDOW_MS) continue;
        else if (request.socket.bytesRead - bytes >= (MIN_BYTES_PER_SECOND * WINDOW_MS) / 1_000) begin(sender);
        else refuse(sender);
      }
    },
  };
}

/** Makes the reader of the body respond with 408; without one, or after a response, closes the connection. */
function refuse({ request, answer }: Sender): void {
  if (request.listenerCount('error') === 0 || answer.headersSent) return void request.socket.destroy();
  request.emit(
    'error',
    new AppError('too_slow', 'The request arrived too slowly. Try again when your connection is better.'),
  );
}

/** Closes connections that send a body at less than 4 KB/s over 10 s. */
export function refuseSlowSenders(app: FastifyInstance): void {
  const senders = createSlowSenders(() => performance.now());
  app.server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length !== '0' || coding !== undefined) senders.watch(request, answer);
  });
  const timer = setInterval(() => senders.look(), POLL_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
