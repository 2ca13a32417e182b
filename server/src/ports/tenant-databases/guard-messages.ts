import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Type and length. */
const HEADER_LENGTH = 5;
/** Longer than any message that the driver asks for. */
const MAX_LENGTH = 64 * 1024;
/** Errors and notices: fields that each end with NUL, and another NUL. */
const FIELDS = new Set(['E', 'N'].map((type) => type.charCodeAt(0)));

interface Connection {
  attachListeners(stream: EventEmitter): void;
}

/**
 * Checks messages before the client reads them. The client throws in its data handler at malformed ones, which would end the process, and
 * never returns from an error or notice without its end.
 */
export function guardMessages(client: pg.Client): void {
  const connection = client.connection as unknown as Connection;
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const checked = new EventEmitter();
    attach(checked);
    let rest = Buffer.alloc(0);
    stream.on('data', (part: Buffer) => {
      try {
        rest = Buffer.concat([rest, part]);
        for (let message = firstOf(rest); message; message = firstOf(rest)) {
          checked.emit('data', message);
          rest = rest.subarray(message.length);
        }
      } catch (error) {
        (stream as Duplex).destroy(error as Error);
      }
    });
  };
}

/** The first message; undefined when it is not complete. @throws for a malformed one */
function firstOf(bytes: Buffer): Buffer | undefined {
  if (bytes.length < HEADER_LENGTH) return undefined;
  const length = bytes.readUInt32BE(1) + 1;
  if (length < HEADER_LENGTH || length > MAX_LENGTH) throw new Error('The server sent a message of a wrong length.');
  if (bytes.length < length) return undefined;
  const message = bytes.subarray(0, length);
  if (FIELDS.has(message[0] ?? 0) && (message.at(-1) !== 0 || message.at(-2) !== 0))
    throw new Error('The server sent a message without its end.');
  return message;
}
