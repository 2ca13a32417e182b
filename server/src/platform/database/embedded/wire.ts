import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';

/** A PostgreSQL that answers the messages of one connection at a time. */
export interface Backend {
  /** @param receive called with the messages of each response */
  connect(receive: (response: Uint8Array) => void): Connection;
}

/** An open connection to a backend. */
interface Connection {
  /** Sends complete messages of the PostgreSQL protocol. */
  send(messages: Uint8Array): void;
  close(): void;
}

/** A PGlite in this thread: statements block it. */
export const backendOf = (client: PGlite): Backend => ({
  connect: (receive) => ({
    // Deferred, because node-postgres expects a response only after the call that sent the statement has returned.
    send: (messages) => process.nextTick(receive, answer(client, messages)),
    close: () => undefined,
  }),
});

/** Responds to the messages of a port, whose other end may be in another thread, until it is closed. */
export function serve(client: PGlite, port: MessagePort): void {
  port.on('message', (messages: Uint8Array) => {
    const response = answer(client, messages);
    port.postMessage(response, [response.buffer as ArrayBuffer]);
  });
}

/** A backend behind ports. @param open returns a new port whose other end is served by `serve` */
export const backendBehind = (open: () => MessagePort): Backend => ({
  connect(receive) {
    const port = open();
    port.on('message', receive);
    return {
      send(messages) {
        // Copied, because a message is often part of a buffer that is used again.
        const copy = Uint8Array.from(messages);
        port.postMessage(copy, [copy.buffer]);
      },
      close: () => port.close(),
    };
  },
});

function answer(client: PGlite, messages: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  // Completes synchronously; the promise only waits for file systems that store data later.
  void client.execProtocolRawStream(messages, {
    syncToFs: false,
    onRawData: (part) => void parts.push(part.slice()),
  });
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** AuthenticationOk and ReadyForQuery: PGlite is signed in and ready from its start. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** A connection to a backend in place of the socket that node-postgres would open. */
export class Wire extends Duplex {
  readonly #backend: Backend;
  #connection: Connection | null = null;

  constructor(backend: Backend) {
    super();
    this.#backend = backend;
  }

  connect(): this {
    this.#connection = this.#backend.connect((response) => void (this.destroyed || this.push(response)));
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  /** Socket methods that node-postgres calls; there is no socket. */
  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;

  override _read(): void {
    // Nothing to do: responses are pushed as they arrive.
  }

  override _write(messages: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // The startup message is the only one that begins with its length instead of a letter.
    if (messages[0] === 0) process.nextTick(() => this.push(WELCOME));
    else this.#connection?.send(messages);
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this._write(joined(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.close();
    done(error);
  }
}
