import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { createDirectoryFiles } from './directory-driver.ts';
import { describeFiles } from './files-suite.ts';
import type { Files } from './port.ts';
import { createS3Files, type S3Options } from './s3-driver.ts';
import { KEYS, startBucket, type Bucket } from './testing/bucket.ts';

const publicUrl = 'https://console.example';
const root = temporaryFolder();
const directory = createDirectoryFiles({ root, publicUrl, uniqueName: randomUUID });
let bucket: Bucket;
const s3 = (more: Partial<S3Options> = {}): Files =>
  createS3Files({
    ...KEYS,
    bucketUrl: bucket.url,
    region: bucket.region,
    publicUrl,
    timeoutMs: 20_000,
    now: () => new Date('2026-11-21T09:00:00Z'),
    ...more,
  });
beforeAll(async () => void (bucket = await startBucket()));
afterAll(() => bucket.close());

describeFiles('a folder', () => directory);
describeFiles('a bucket', () => s3());

it('leaves no temporary files in a folder, and follows no links', async () => {
  await directory.put('links/a.css', Buffer.from('x'));
  expect(readdirSync(join(root, 'links'))).toEqual(['a.css']);
  writeFileSync(join(root, 'outside.css'), 'secret');
  symlinkSync(join(root, 'outside.css'), join(root, 'links', 'b.css'));
  expect(await directory.read('links/b.css')).toBeNull();
  expect(await directory.read('links')).toBeNull();
  await directory.put('links/b.css', Buffer.from('new'));
  expect((await directory.read('outside.css'))?.toString()).toBe('secret');
});

it('stores files below the path of the bucket', async () => {
  await s3({ bucketUrl: `${bucket.url}/console/` }).put('logos/b.png', Buffer.from('x'));
  expect([...bucket.objects.keys()]).toContain('/bucket/console/logos/b.png');
});

it.each([
  ['a wrong key', { secretAccessKey: 'another' }, 'It responded with status 403.'],
  ['nobody there', { bucketUrl: 'http://127.0.0.1:9/bucket' }, 'It cannot be reached.'],
])('explains the failure: %s', async (_what, options, message) => {
  const said = `The file store failed: ${message}`;
  await expect(s3(options).put('logos/c.png', Buffer.from('x'))).rejects.toMatchObject({ message: said });
  expect(bucket.objects.has('/bucket/logos/c.png')).toBe(false);
});

it('follows no redirect', async () => {
  bucket.objects.set('/bucket/logos/d.png', Buffer.from('elsewhere'));
  bucket.redirects.push('/bucket/logos/d.png');
  await expect(s3().read('logos/c.png')).rejects.toMatchObject({
    message: expect.stringMatching(/It cannot be reached/) as string,
  });
});

it('reads no file of more than 16 MB', async () => {
  await directory.put('logos/big.png', Buffer.from('x'));
  truncateSync(join(root, 'logos/big.png'), 16 * 1024 * 1024 + 1);
  const read = directory.read('logos/big.png').then((content) => content?.length);
  await expect(read).rejects.toThrow('The file store failed: The file is longer than anything that is published.');
  bucket.objects.set('/bucket/logos/big.png', Buffer.alloc(16 * 1024 * 1024 + 1));
  const length = s3()
    .read('logos/big.png')
    .then((content) => content?.length);
  await expect(length).rejects.toMatchObject({
    message: expect.stringMatching(/It returned more than 16 MB/) as string,
  });
});

it('gives up on a bucket that never responds', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const bucketUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/bucket`;
  await expect(s3({ bucketUrl, timeoutMs: 100 }).read('logos/e.png')).rejects.toMatchObject({
    message: expect.stringMatching(/It does not respond in time/) as string,
  });
  silent.close();
});

it('retries when the bucket is busy', async () => {
  bucket.failures.push(503, 500);
  await s3().put('logos/d.png', Buffer.from('x'));
  expect(bucket.objects.has('/bucket/logos/d.png')).toBe(true);
});
