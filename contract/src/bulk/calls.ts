import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idInAddress } from '../id.ts';
import { TOPIC } from '../topics.ts';
import {
  bulkAction,
  bulkChange,
  bulkFile,
  bulkPlan,
  bulkRow,
  bulkStages,
  bulkTenants,
  chosenTenants,
} from './schema.ts';

const params = z.object({ id: idInAddress });
const answer = z.object({ bulk: bulkChange });
/** Ten thousand tenants with their tokens. */
const MAX_BODY = 2 * 1024 * 1024;

export const previewBulk = defineCall({
  name: 'previewBulk',
  method: 'POST',
  path: '/api/bulk/preview',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'What a bulk change would do to each tenant, without changing anything. Secrets are masked.',
  /** `tenants` may be left out for `undo` and `retry`: all tenants that it is about. */
  body: z.strictObject({ action: bulkAction, tenants: bulkTenants.optional() }),
  answer: bulkPlan,
});

export const previewBulkFile = defineCall({
  name: 'previewBulkFile',
  method: 'POST',
  path: '/api/bulk/preview/file',
  access: 'operator',
  timeoutMs: 30_000,
  summary:
    'The config file of one tenant before and after a bulk change, without changing anything. Secrets are masked; one that changes is marked.',
  body: z.strictObject({ action: bulkAction, tenant: bulkTenants.element }),
  answer: bulkFile,
});

export const startBulk = defineCall({
  name: 'startBulk',
  method: 'POST',
  path: '/api/bulk',
  access: 'operator',
  timeoutMs: 30_000,
  bodyLimit: MAX_BODY,
  summary:
    'Starts a bulk change, which the server works through in stages, and returns it at once. A repeated `key` returns the bulk change that it started.',
  body: z.strictObject({ key: z.uuid(), action: bulkAction, tenants: chosenTenants, stages: bulkStages.prefault({}) }),
  answer,
});

export const listBulk = defineCall({
  name: 'listBulk',
  method: 'GET',
  path: '/api/bulk',
  access: 'viewer',
  topics: () => [TOPIC.bulks],
  throttleMs: 1_000,
  summary: 'The bulk changes, newest first, 50 at a time; `next` is the `before` of the page after it.',
  query: z.strictObject({ before: idInAddress.optional() }),
  answer: z.object({ bulks: z.array(bulkChange), next: z.int().nullable() }),
});

export const getBulk = defineCall({
  name: 'getBulk',
  method: 'GET',
  path: '/api/bulk/{id}',
  access: 'viewer',
  topics: (request) => [TOPIC.bulk(request.params.id)],
  throttleMs: 500,
  summary: 'One bulk change and how far it is. Its live topic is bulk:ID.',
  params,
  answer,
});

export const listBulkRows = defineCall({
  name: 'listBulkRows',
  method: 'GET',
  path: '/api/bulk/{id}/rows',
  access: 'viewer',
  topics: (request) => [TOPIC.bulk(request.params.id)],
  throttleMs: 1_500,
  summary: 'The outcome of each tenant of a bulk change, in the order of the work.',
  params,
  answer: z.object({ rows: z.array(bulkRow) }),
});

export const steerBulk = defineCall({
  name: 'steerBulk',
  method: 'POST',
  path: '/api/bulk/{id}',
  access: 'operator',
  summary:
    'Pauses a bulk change, continues it (also ahead of the next stage) or stops it. Tenants that are being changed are finished; after a stop the others are skipped.',
  params,
  body: z.strictObject({ do: z.enum(['pause', 'continue', 'stop']) }),
  answer,
});
