import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A local proxy that simulates network failures between a client and a server. */
interface TcpProxy {
  port: number;
  /** Existing connections stay open but pass no more data, as behind a firewall that dropped its state; new ones work. */
  freezeOpen(): void;
  /** As `freezeOpen`, and new connections are accepted but silent. */
  freeze(): void;
  /** New connections work again. */
  thaw(): void;
  /** Breaks all open connections. */
  cut(): void;
  /** Sends a statement on behalf of each client, which never sees the response. */
  inject(statement: string): void;
  /** Breaks the next connection on which a client sends the text; the server may receive it, but the response is lost. */
  cutAt(text: string, options: { received: boolean }): void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
  frozen: boolean;
  /** Drops the next response. */
  swallows: boolean;
}

function end({ client, server }: Pair): void {
  client.resetAndDestroy();
  server.destroy();
}

/** A simple-query message of the PostgreSQL protocol. */
function simpleQuery(statement: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(statement) + 5);
  return Buffer.concat([Buffer.from('Q'), length, Buffer.from(`${statement}\0`)]);
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let frozen = false;
  let trap: { text: string; received: boolean } | null = null;
  function fromClient(pair: Pair, part: Buffer): void {
    if (pair.frozen) return;
    if (!trap || !part.includes(trap.text)) return void pair.server.write(part);
    const { received } = trap;
    trap = null;
    if (!received) return end(pair);
    pair.frozen = true;
    // The server's response proves that it was executed.
    pair.server.once('data', () => end(pair));
    pair.server.write(part);
  }

  const listening = createServer((client) => {
    const pair: Pair = { client, server: connect(target, '127.0.0.1'), frozen, swallows: false };
    pairs.add(pair);
    client.on('data', (part) => fromClient(pair, part));
    pair.server.on('data', (part) => {
      if (!pair.frozen && !pair.swallows) client.write(part);
      pair.swallows = false;
    });
    for (const socket of [client, pair.server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        if (pair.frozen && socket === pair.server) return;
        end(pair);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');

  function inject(statement: string): void {
    for (const pair of pairs) {
      pair.swallows = true;
      pair.server.write(simpleQuery(statement));
    }
  }

  const freezeOpen = (): void => pairs.forEach((pair) => void (pair.frozen = true));
  return {
    port: (listening.address() as AddressInfo).port,
    freezeOpen,
    freeze() {
      frozen = true;
      freezeOpen();
    },
    thaw: () => void (frozen = false),
    cut: () => pairs.forEach(end),
    inject,
    cutAt: (text, { received }) => void (trap = { text, received }),
    async close() {
      pairs.forEach(end);
      listening.close();
      await once(listening, 'close');
    },
  };
}
