import type { Connection } from 'mysql2';
import type { Socket } from 'node:net';

/**
 * Closes the connection at the first packet that is malformed or out of order, and ignores what follows. The client throws in its data handler
 * at a malformed one that it did not wait for, which would end the process; after one out of order it would go on.
 */
export function guardPackets(client: Connection, socket: Socket): void {
  const guarded = client as unknown as { handlePacket: (packet?: unknown) => void };
  const handle = guarded.handlePacket.bind(client);
  guarded.handlePacket = (packet) => {
    try {
      handle(packet);
    } catch (error) {
      guarded.handlePacket = () => undefined;
      socket.destroy(error as Error);
    }
  };
  // A packet out of order; thrown to the above before the client writes a line to standard error.
  client.on('warn', (error: Error) => {
    throw error;
  });
}
