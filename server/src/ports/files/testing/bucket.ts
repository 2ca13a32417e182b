import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const REGION = 'eu-west-1';

/** A local bucket that verifies signatures as AWS documents them (version 4). */
export interface Bucket {
  url: string;
  region: string;
  objects: Map<string, Buffer>;
  /** When the lock of an object ends. */
  locked: Map<string, string>;
  /** Statuses of the next responses, whatever the request. */
  failures: number[];
  /** Where the next responses redirect to, whatever the request. */
  redirects: string[];
  close(): Promise<void>;
}

export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const locked = new Map<string, string>();
  const failures: number[] = [];
  const redirects: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const failure = failures.shift();
      if (failure !== undefined) return response.writeHead(failure).end('<Error/>');
      const location = redirects.shift();
      if (location !== undefined) return response.writeHead(302, { location }).end();
      if (!isSigned(request, body))
        return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      const key = request.url ?? '';
      const stored = objects.get(key);
      const until = request.headers['x-amz-object-lock-retain-until-date'];
      if (typeof until === 'string') {
        const checksum = createHash('sha256').update(body).digest('base64');
        if (request.headers['x-amz-checksum-sha256'] !== checksum) return response.writeHead(400).end('<Error/>');
        locked.set(key, until);
      }
      if (request.method === 'PUT') objects.set(key, body);
      else if (!stored) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
      else if (request.method === 'DELETE') objects.delete(key);
      return response.writeHead(200).end(request.method === 'GET' ? stored : undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/bucket`,
    region: REGION,
    objects,
    locked,
    failures,
    redirects,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** Recomputes the signature from the received request. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const text = (name: string): string => String(request.headers[name] ?? '');
  const found = /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    text('authorization'),
  );
  if (!found) return false;
  const [, keyId, day = '', region, names = '', signature] = found;
  const hash = text('x-amz-content-sha256');
  if (keyId !== KEYS.accessKeyId || region !== REGION || !names.split(';').includes('host')) return false;
  if (request.method === 'PUT' && hash !== sha256(body)) return false;
  const headers = names.split(';').map((name) => `${name}:${text(name)}\n`);
  const [path, query = ''] = (request.url ?? '').split('?');
  const canonical = [request.method, path, query, headers.join(''), names, hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', text('x-amz-date'), scope, sha256(canonical)].join('\n');
  const dayKey = hmac(`AWS4${KEYS.secretAccessKey}`, day);
  const key = hmac(hmac(hmac(dayKey, REGION), 's3'), 'aws4_request');
  return hmac(key, toSign).toString('hex') === signature;
}
