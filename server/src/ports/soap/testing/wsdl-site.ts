import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAddressRules } from '../../../platform/http/address-rules.ts';
import { createSiteClient, type SiteClient } from '../../../platform/http/site-client.ts';

/** The folder of the fixtures, one WSDL of a style each. */
export const WSDLS = fileURLToPath(new URL('wsdls', import.meta.url));

/** The files of a fixture by their path in it. */
export function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(join(WSDLS, folder), { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => /\.(wsdl|xsd)$/.test(name))
      .map((name) => [name, readFileSync(join(WSDLS, folder, name), 'utf8')]),
  );
}

/** A request as a site got it. */
export interface Got {
  method: string;
  host: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A site on a real socket that a client asks by any name. */
export interface TestSite {
  client: SiteClient;
  got: Got[];
  close(): void;
}

/** @param answer what the site says; the body was read by then */
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

/** Serves a fixture: `/service.wsdl`, its files by their path, and by the query as WCF does; takes any POST. */
export function openFixture(folder: string): Promise<TestSite> {
  const files = filesOf(folder);
  return openSite(({ method, url }, response) => {
    if (method === 'POST') return void response.writeHead(202).end();
    const asked = /[?&](?:xsd|wsdl)=(.+)$/.exec(url)?.[1] ?? url.slice(1);
    const text = files.get(asked);
    if (text === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/xml' }).end(text);
  });
}
