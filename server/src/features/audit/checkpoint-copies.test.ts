import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getAuditStores } from '@mission-control/contract/audit/calls';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTrusted } from '../../app/drivers/files.ts';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { isRefetched } from '../../platform/testing/announced-by.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { createCheckpointBucket, createCheckpointWebhook } from '../../ports/checkpoint-stores.ts';
import { createS3Files } from '../../ports/files/s3-driver.ts';
import { KEYS, startBucket, type Bucket } from '../../ports/files/testing/bucket.ts';
import { auditFeature } from './feature.ts';

interface Arrival {
  key: string;
  token: string;
  body: string;
}

let base: TestCtx;
let bucket: Bucket;
let server: Server;
const arrived: Arrival[] = [];
/** Statuses of the next responses of the webhook. */
const statuses: number[] = [];
beforeAll(async () => {
  base = await createTestCtx();
  bucket = await startBucket();
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const status = statuses.shift() ?? 204;
      const { 'idempotency-key': key, authorization } = request.headers;
      if (status < 300) arrived.push({ key: String(key), token: String(authorization), body });
      response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await bucket.close();
  await base.close();
});

const contextOf = (webhook: string): TestCtx => ({
  ...base,
  ports: {
    ...base.ports,
    checkpointCopies: [
      createCheckpointWebhook({ ...openTrusted(webhook), url: webhook, token: 'secret' }),
      createCheckpointBucket(
        createS3Files({
          ...KEYS,
          bucketUrl: bucket.url,
          region: bucket.region,
          publicUrl: '',
          timeoutMs: 5_000,
          lockDays: 400,
          now: () => base.clock.now(),
        }),
      ),
    ],
  },
});
let t: TestCtx;
beforeEach(async () => {
  t = contextOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/checkpoints`);
  arrived.length = 0;
  base.sent.length = 0;
  await t.db.execute(sql`delete from audit_copies`);
});

const runJob = async (name: string, data: object = {}, services = t): Promise<void> =>
  auditFeature
    .jobs(services, { auditRetention: null })
    .find((job) => job.name === name)
    ?.run(data);
const storesShown = async (): Promise<unknown> => {
  const app = createFeatureApp(t);
  const answer = await app.inject({ url: '/api/audit/stores', headers: { authorization: 'admin' } });
  await app.close();
  return answer.json<{ stores: unknown }>().stores;
};

it('delivers each checkpoint to the webhook and, locked, to the bucket', async () => {
  await runJob('audit.checkpoint');
  expect(base.sent.map(({ name }) => name)).toEqual(['audit.deliver-checkpoint', 'audit.deliver-checkpoint']);
  for (const { name, data } of base.sent) await runJob(name, data);
  const [line] = await t.ports.checkpoints.read();
  expect(arrived).toEqual([{ key: '2026-11-21T09-00-00.000Z-0', token: 'Bearer secret', body: line }]);
  const path = '/bucket/audit/2026-11-21T09-00-00.000Z-0.json';
  expect(bucket.objects.get(path)?.toString()).toBe(line);
  expect(bucket.locked.get(path)).toBe('2027-12-26T09:00:00.000Z');
  const done = { delivered_at: '2026-11-21T09:00:00.000Z', failing_since: null, failure: null };
  expect(await storesShown()).toEqual([
    { store: 'webhook', ...done },
    { store: 'bucket', ...done },
  ]);
});

it('reports why a store fails and since when, until a retry succeeds', async () => {
  await runJob('audit.checkpoint');
  const [delivery] = base.sent;
  const attempt = () => runJob(delivery?.name ?? '', delivery?.data);
  statuses.push(503, 302);
  await expect(attempt()).rejects.toThrow('responded with status 503');
  base.clock.advance(60_000);
  const failing = () => expect(attempt()).rejects.toThrow('cannot be reached');
  expect(await isRefetched(t, getAuditStores, {}, failing)).toBe(true);
  expect(await storesShown()).toMatchObject([
    {
      failing_since: '2026-11-21T09:00:00.000Z',
      failure: 'The webhook of the audit log cannot be reached. It redirects, and redirects are not followed.',
    },
    { store: 'bucket', delivered_at: null, failure: null },
  ]);
  expect(await isRefetched(t, getAuditStores, {}, attempt)).toBe(true);
  expect(await storesShown()).toMatchObject([{ failing_since: null, failure: null }, { store: 'bucket' }]);
  expect(arrived).toHaveLength(1);
});

it('forgets deliveries to a store that is no longer configured', async () => {
  await runJob('audit.checkpoint');
  for (const { name, data } of base.sent) await runJob(name, data, base);
  expect(arrived).toEqual([]);
});
