import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a server of this machine, and does to their connections what networks do. */
interface TcpProxy {
  port: number;
  /** What is open passes nothing on any more and stays open, as behind a firewall that has forgotten it; new ones are not concerned. */
  freezeOpen(): void;
  /** As `freezeOpen`, and new ones are taken and then silent, too. */
  freeze(): void;
  /** New connections pass again. */
  thaw(): void;
  /** Breaks all that are open. */
  cut(): void;
  /** Sends a statement in the name of each client, which never sees its answer. */
  inject(statement: string): void;
  /** Breaks the next connection on which a client sends the text; the server may receive it, but its answer is lost. */
  cutAt(text: string, options: { received: boolean }): void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
  frozen: boolean;
  /** The next answer is not passed on. */
  swallows: boolean;
}

function end({ client, server }: Pair): void {
  client.resetAndDestroy();
  server.destroy();
}

/** The message of PostgreSQL's protocol that runs a statement. */
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
    // What the server answers to it has been done.
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
