import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { AppError } from '../../platform/errors.ts';
import { readBounded } from '../../platform/http/read-body.ts';
import { MAX_FILE_LENGTH } from '../config-publishing/plain-files.ts';
import { checkedPath, TargetFault } from '../config-publishing/target-path.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Files } from './port.ts';

const RETRIES = 2;

export interface S3Options {
  /** Address of the bucket, e.g. `https://s3.eu-west-1.amazonaws.com/branding`; its path is a prefix of all keys. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Public address of the console, without a trailing slash. */
  publicUrl: string;
  /** For storing or reading a file, retries included. */
  timeoutMs: number;
  now: () => Date;
  /** Stored objects cannot be changed or removed for this many days; the bucket needs object lock. */
  lockDays?: number;
}

/** Stores files in an S3-compatible bucket. The bucket may be private: the console serves the files at /files/. */
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
    if (!response.ok && response.status !== 404) throw new StoreFault(`It responded with status ${response.status}.`);
    return response;
  }

  return {
    put: (path, content) =>
      guarded(async () => {
        // The signature covers the hash, which guarantees integrity.
        const sha256 = hash('sha256', content);
        const headers = {
          'x-amz-content-sha256': sha256,
          'content-type': 'application/octet-stream',
          ...lockHeaders(options, sha256),
        };
        const response = await send(path, { method: 'PUT', headers, body: new Uint8Array(content) });
        await response.body?.cancel();
        if (response.status === 404) throw new StoreFault('There is no such bucket.');
      }),
    read: (path) =>
      guarded(async () => {
        const response = await send(path, { method: 'GET' });
        const body = response.body as AsyncIterable<Uint8Array> | null;
        if (response.status !== 404) return readBounded(body, MAX_FILE_LENGTH, tooLong);
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

/** S3 requires its own checksum with a lock. */
function lockHeaders({ lockDays, now }: S3Options, sha256: string): Record<string, string> {
  if (lockDays === undefined) return {};
  return {
    'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
    'x-amz-object-lock-mode': 'COMPLIANCE',
    'x-amz-object-lock-retain-until-date': new Date(now().getTime() + lockDays * DAY_MS).toISOString(),
  };
}

/** A fault of the store, described for the user. */
class StoreFault extends Error {}

const tooLong = (): Error => new StoreFault('It returned more than 16 MB.');

/** Converts errors to messages without the bucket and its keys. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = error instanceof StoreFault || error instanceof TargetFault;
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    const what = known ? error.message : late ? 'It does not respond in time.' : 'It cannot be reached.';
    throw new AppError('target_failed', `The file store failed: ${what}`, { cause: error });
  }
}
