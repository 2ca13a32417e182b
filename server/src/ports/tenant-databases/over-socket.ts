import type { Socket } from 'node:net';
import { createMask } from '../peer-text.ts';
import { serverFailure, type FailureKind } from './server-failure.ts';

/** More than the names of 100,000 databases. */
const MAX_BYTES = 8 * 1024 * 1024;
const CHECK_MS = 20;

interface Server {
  name: string;
  /** Masked in errors, since the server may repeat it. */
  password: string;
  kindOf: (error: unknown) => FailureKind;
}

/**
 * Runs the work over a socket, which is closed afterwards, whatever the state of the connection, and once the server has sent more than any
 * response: one that sends without end would fill the memory before it times out.
 * @throws AppError('target_failed') for any failure
 */
export async function overSocket<T>(
  socket: Socket,
  { name, password, kindOf }: Server,
  work: () => Promise<T>,
): Promise<T> {
  // Checked periodically, since a socket below TLS emits no data.
  const check = setInterval(() => {
    if (socket.bytesRead > MAX_BYTES) socket.destroy(new Error('The server sent more than 8 MB.'));
  }, CHECK_MS);
  try {
    return await work();
  } catch (error) {
    // Before masking: a password may be a word by which errors are classified.
    const kind = kindOf(error);
    if (error instanceof Error) maskIn(error, password);
    throw serverFailure(name, kind, error);
  } finally {
    clearInterval(check);
    socket.destroy();
  }
}

function maskIn(error: Error, secret: string): void {
  const mask = createMask([secret]);
  for (const name of ['message', 'stack', ...Object.keys(error)]) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') Reflect.set(error, name, mask(value));
  }
}
