import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../platform/errors.ts';

const LOOK_MS = 1_000;
const WINDOW_MS = 10_000;
/** 32 kbit/s: slower than any line that people work on. */
const MIN_BYTES_PER_SECOND = 4_096;

interface Sender {
  request: IncomingMessage;
  answer: ServerResponse;
  /** Start of the window, and what the connection had brought by then. */
  since: number;
  bytes: number;
}

/** Bodies that are on their way. A body may take long, but something has to come all the time. */
export interface SlowSenders {
  watch(request: IncomingMessage, answer: ServerResponse): void;
  /** Refuses those that sent too little over a whole window. */
  look(): void;
}

/** @param now milliseconds of a clock that only goes forward */
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
        // What has come and was not read yet is no fault of the sender's.
        else if (request.readableLength > 0) begin(sender);
        else if (now() - since < WINDOW_MS) continue;
        else if (request.socket.bytesRead - bytes >= (MIN_BYTES_PER_SECOND * WINDOW_MS) / 1_000) begin(sender);
        else refuse(sender);
      }
    },
  };
}

/** Has whoever reads the body answer 408; without a reader, or when it was told already, the connection ends. */
function refuse({ request, answer }: Sender): void {
  if (request.listenerCount('error') === 0 || answer.headersSent) return void request.socket.destroy();
  request.emit(
    'error',
    new AppError('too_slow', 'The request arrived too slowly. Try again when your connection is better.'),
  );
}

/** Closes connections whose bodies come slower than 4 KB/s over 10 s. */
export function refuseSlowSenders(app: FastifyInstance): void {
  const senders = createSlowSenders(() => performance.now());
  app.server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length !== '0' || coding !== undefined) senders.watch(request, answer);
  });
  const timer = setInterval(() => senders.look(), LOOK_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
