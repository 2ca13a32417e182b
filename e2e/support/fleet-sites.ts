import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSites } from '../../sandbox/src/sites/answer-site.ts';

/** The sites of the sandbox fleet behind a separate address, where a journey can break one permanently. */
export interface FleetSites {
  /** For SITES_GATEWAY. */
  url: string;
  /** Breaks the site of this host from now on. */
  breakSite(host: string): void;
  close(): Promise<void>;
}

/** Starts the sites; resolves when they are ready. */
export async function startFleetSites(): Promise<FleetSites> {
  const broken = new Set<string>();
  const answer = createSites();
  const server = createServer((request, response) => {
    if (broken.has((request.headers.host ?? '').replace(/:\d+$/, ''))) response.writeHead(500).end('Fatal error');
    else answer(request, response);
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakSite: (host) => void broken.add(host),
    close() {
      server.closeAllConnections();
      return new Promise((ended) => void server.close(() => ended()));
    },
  };
}
