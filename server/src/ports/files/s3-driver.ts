import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { AppError } from '../../platform/errors.ts';
import { checkedPath, TargetFault } from '../config-publishing/target-path.ts';
import type { Files } from './port.ts';

/** Larger files are none of ours. */
const LARGEST = 16 * 1024 * 1024;
const RETRIES = 2;

export interface S3Options {
  /** Address of the bucket, e.g. `https://s3.eu-west-1.amazonaws.com/branding`; a path in it goes before all files. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Address of the console as the public reaches it, without a slash at its end. */
  publicUrl: string;
  /** For a file to be stored or read, repetitions included. */
  timeoutMs: number;
  now: () => Date;
}

/** Files in a bucket that speaks the HTTP API of S3. The bucket may be private: the console serves them at /files/. */
export function createS3Files(options: S3Options): Files {
  const { accessKeyId, secretAccessKey, region } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const bucket = options.bucketUrl.replace(/\/+$/, '');

  async function send(
    path: string,
    init: { method: string; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> },
  ) {
    const { folders, file } = checkedPath(path);
    const response = await client.fetch(`${bucket}/${[...folders, file].join('/')}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs),
      aws: {
        datetime: options
          .now()
          .toISOString()
          .replaceAll(/[:-]|\.\d{3}/g, ''),
      },
    });
    if (!response.ok && response.status !== 404) throw new StoreFault(`It answers with status ${response.status}.`);
    return response;
  }

  return {
    put: (path, content) =>
      guarded(async () => {
        // The signature holds the hash, so what arrives is what was sent.
        const sha256 = createHash('sha256').update(content).digest('hex');
        const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' };
        const response = await send(path, { method: 'PUT', headers, body: new Uint8Array(content) });
        await response.body?.cancel();
        if (response.status === 404) throw new StoreFault('There is no such bucket.');
      }),
    read: (path) =>
      guarded(async () => {
        const response = await send(path, { method: 'GET' });
        if (response.status !== 404) return readWhole(response);
        await response.body?.cancel();
        return null;
      }),
    remove: (path) =>
      guarded(async () => {
        const response = await send(path, { method: 'DELETE' });
        await response.body?.cancel();
      }),
    addressOf: (path) => `${options.publicUrl}/files/${path}`,
  };
}

async function readWhole(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > LARGEST) throw new StoreFault('It answers with more than 16 MB.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** What the store did wrong, in words for a person. */
class StoreFault extends Error {}

/** Failures in words that name neither the bucket nor its keys. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = error instanceof StoreFault || error instanceof TargetFault;
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    const what = known ? error.message : late ? 'It does not answer in time.' : 'It cannot be reached.';
    throw new AppError('target_failed', `The file store failed: ${what}`, { cause: error });
  }
}
