import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAddressRules } from '../../../platform/http/address-rules.ts';
import { createSiteClient, type SiteClient } from '../../../platform/http/site-client.ts';

/** A received request. */
export interface Got {
  method: string;
  host: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A site on a real socket, reachable under any name. */
export interface TestSite {
  client: SiteClient;
  got: Got[];
  close(): void;
}

/** @param answer handles a request after its body was read */
export async function openSite(answer: (got: Got, response: ServerResponse) => void): Promise<TestSite> {
  const got: Got[] = [];
  const server: Server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, host: headers.host ?? '', body: Buffer.concat(parts).toString('utf8') };
      got.push(one);
      answer(one, response);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    got,
    client: createSiteClient({ rules: createAddressRules([]), ports: [], gateway }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
