import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy between browser and console that a journey can interrupt. */
export interface Cable {
  url: string;
  /** Silently drops all data; connections stay open, as behind a firewall that drops packets. */
  silence(): void;
  /** Closes all connections and rejects new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Starts a cable to the console at `url`; keeps the browser's Host header. */
export async function layCable(url: string): Promise<Cable> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<[Socket, Socket]>();
  let state: 'whole' | 'silent' | 'cut' = 'whole';
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.on('data', (piece) => state === 'whole' && other.write(piece));
      one.on('error', () => one.destroy());
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence: () => void (state = 'silent'),
    cut() {
      state = 'cut';
      drop();
    },
    mend() {
      // Dropped data is not delivered later.
      if (state === 'silent') drop();
      state = 'whole';
    },
    async close() {
      state = 'cut';
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
