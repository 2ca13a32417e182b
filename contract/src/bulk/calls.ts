import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idInAddress, idParams } from '../id.ts';
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

const answer = z.object({ bulk: bulkChange });
/** Fits ten thousand tenants with their tokens. */
const MAX_BODY = 2 * 1024 * 1024;

export const previewBulk = defineCall({
  name: 'previewBulk',
  method: 'POST',
  path: '/api/bulk/preview',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'What a bulk change would do to each tenant, without changing anything. Secrets are masked.',
  /** Without `tenants`, `undo` and `retry` apply to all tenants concerned. */
  body: z.strictObject({ action: bulkAction, tenants: bulkTenants.optional() }),
  response: bulkPlan,
});

export const previewBulkFile = defineCall({
  name: 'previewBulkFile',
  method: 'POST',
  path: '/api/bulk/preview/file',
  access: 'operator',
  timeoutMs: 30_000,
  summary:
    'The config file of one tenant before and after a bulk change, without changing anything. Secrets are masked; changed ones are marked.',
  body: z.strictObject({ action: bulkAction, tenant: bulkTenants.element }),
  response: bulkFile,
});

export const startBulk = defineCall({
  name: 'startBulk',
  method: 'POST',
  path: '/api/bulk',
  access: 'operator',
  timeoutMs: 30_000,
  bodyLimit: MAX_BODY,
  summary:
    'Starts a bulk change, which the server runs in stages, and returns it at once. Repeating a `key` returns the bulk change it started.',
  body: z.strictObject({ key: z.uuid(), action: bulkAction, tenants: chosenTenants, stages: bulkStages.prefault({}) }),
  response: answer,
});

export const listBulk = defineCall({
  name: 'listBulk',
  method: 'GET',
  path: '/api/bulk',
  access: 'viewer',
  topics: () => [TOPIC.bulks],
  throttleMs: 1_000,
  summary: 'The bulk changes, newest first, 50 at a time; `next` is the `before` of the next page.',
  query: z.strictObject({ before: idInAddress.optional() }),
  response: z.object({ bulks: z.array(bulkChange), next: z.int().nullable() }),
});

export const getBulk = defineCall({
  name: 'getBulk',
  method: 'GET',
  path: '/api/bulk/{id}',
  access: 'viewer',
  topics: (request) => [TOPIC.bulk(request.params.id)],
  throttleMs: 500,
  summary: 'One bulk change and its progress. Its live topic is bulk:ID.',
  params: idParams,
  response: answer,
});

export const listBulkRows = defineCall({
  name: 'listBulkRows',
  method: 'GET',
  path: '/api/bulk/{id}/rows',
  access: 'viewer',
  topics: (request) => [TOPIC.bulk(request.params.id)],
  throttleMs: 1_500,
  summary: 'The outcome for each tenant of a bulk change, in processing order.',
  params: idParams,
  response: z.object({ rows: z.array(bulkRow) }),
});

export const controlBulk = defineCall({
  name: 'controlBulk',
  method: 'POST',
  path: '/api/bulk/{id}',
  access: 'operator',
  summary:
    'Pauses, continues (also before the next stage is due) or stops a bulk change. Tenants in progress are finished; after a stop the others are skipped.',
  params: idParams,
  body: z.strictObject({ do: z.enum(['pause', 'continue', 'stop']) }),
  response: answer,
});
