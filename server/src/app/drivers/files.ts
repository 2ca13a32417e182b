import { join } from 'node:path';
import { systemClock, systemRandom } from '../../platform/clock.ts';
import { createCheckpointBucket, createCheckpointWebhook, type CheckpointCopy } from '../../ports/checkpoint-stores.ts';
import { createDirectoryFiles } from '../../ports/files/directory-driver.ts';
import { createSiteClient } from '../../platform/http/site-client.ts';
import type { Files } from '../../ports/files/port.ts';
import { createS3Files, type S3Options } from '../../ports/files/s3-driver.ts';
import type { Env } from '../settings/env.ts';

const TIMEOUT_MS = 15_000;

/** Opens the store for logos and generated branding. Addresses start with PUBLIC_URL, since e-mails and tenants' sites use them. */
export function openFiles(env: Env, dataDir: string): Files {
  const publicUrl = env.PUBLIC_URL?.replace(/\/+$/, '') ?? '';
  const { FILES_BUCKET, FILES_KEY_ID, FILES_KEY, FILES_REGION: region } = env;
  return (
    openBucket(FILES_BUCKET, FILES_KEY_ID, FILES_KEY, { region, publicUrl }) ??
    createDirectoryFiles({ root: join(dataDir, 'files'), publicUrl, uniqueName: () => systemRandom.uuid() })
  );
}

/** Null unless it is configured. */
function openBucket(
  bucketUrl: string | undefined,
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  options: Pick<S3Options, 'region' | 'publicUrl' | 'lockDays'>,
): Files | null {
  if (bucketUrl === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  const keys = { accessKeyId, secretAccessKey };
  return createS3Files({ ...options, ...keys, bucketUrl, timeoutMs: TIMEOUT_MS, now: () => systemClock.now() });
}

/** A client for one configured address, which may be of any network: no address rules apply. */
export function openTrusted(url: string) {
  return createSiteClient({ rules: () => null, ports: [Number(new URL(url).port)] });
}

/** Opens the other stores of checkpoints that are configured. */
export function openCheckpointCopies(env: Env): CheckpointCopy[] {
  const { AUDIT_BUCKET, AUDIT_BUCKET_KEY_ID, AUDIT_BUCKET_KEY, AUDIT_BUCKET_REGION, AUDIT_BUCKET_DAYS } = env;
  const { AUDIT_WEBHOOK: url, AUDIT_WEBHOOK_TOKEN: token } = env;
  const webhook = url === undefined ? null : createCheckpointWebhook({ ...openTrusted(url), url, token });
  const options = { region: AUDIT_BUCKET_REGION, lockDays: AUDIT_BUCKET_DAYS, publicUrl: '' };
  const bucket = openBucket(AUDIT_BUCKET, AUDIT_BUCKET_KEY_ID, AUDIT_BUCKET_KEY, options);
  return [webhook, bucket && createCheckpointBucket(bucket)].filter((copy) => copy !== null);
}

/** Origins of logos: the console's public address, and the bucket. */
export function pictureOrigins({ PUBLIC_URL, FILES_BUCKET }: Pick<Env, 'PUBLIC_URL' | 'FILES_BUCKET'>): string[] {
  const addresses = [PUBLIC_URL, FILES_BUCKET].filter((address) => address !== undefined);
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
