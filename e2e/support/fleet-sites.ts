import { createServer } from 'node:http';
import { createSites } from '../../sandbox/src/sites/answer-site.ts';
import { listen, type TestServer } from './one-address.ts';

/** The sites of the sandbox fleet behind a separate address (for SITES_GATEWAY), where a journey can break one permanently. */
export interface FleetSites extends TestServer {
  /** Breaks the site of this host from now on. */
  breakSite(host: string): void;
}

/** Starts the sites; resolves when they are ready. */
export async function startFleetSites(): Promise<FleetSites> {
  const broken = new Set<string>();
  const answer = createSites();
  const server = createServer((request, response) => {
    if (broken.has((request.headers.host ?? '').replace(/:\d+$/, ''))) response.writeHead(500).end('Fatal error');
    else answer(request, response);
  });
  return { ...(await listen(server)), breakSite: (host) => void broken.add(host) };
}
