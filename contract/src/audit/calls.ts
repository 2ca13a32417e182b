import { z } from 'zod';
import { idInAddress, numberInAddress, idParams, storable } from '../id.ts';
import { defineCall } from '../call.ts';
import { SEARCH_LIMIT } from '../search/rules.ts';
import { TOPIC } from '../topics.ts';

/** One recorded change; secrets in it are masked. */
export const auditEvent = z.object({
  id: z.int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  actor: z.string(),
  /** Subject first: `tenant.updated`. */
  action: z.string(),
  subject: z.string(),
  tenant_id: z.int().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  request_id: z.string(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const words = z
  .string()
  .max(SEARCH_LIMIT)
  .regex(/^[^\0]*$/, 'must be text');

const auditFilter = z.strictObject({
  tenant: idInAddress.optional(),
  /** Exact user name. */
  actor: words.optional(),
  /** A full action, or its prefix before the dot: `config`. */
  kind: z
    .string()
    .max(100)
    .regex(/^[a-z-]+(\.[a-z-]+)?$/, 'must be an action such as config.saved, or the part before its dot')
    .optional(),
  /** First and last day, UTC. */
  from: storable(z.iso.date()).optional(),
  to: storable(z.iso.date()).optional(),
  /** Text contained in the actor, action, subject, request id or values, ignoring case. */
  text: words.optional(),
  /** Address of the bulk change that the events belong to. */
  part_of: z
    .string()
    .max(100)
    .regex(/^\/bulk\/\d+$/, 'must be the address of a bulk change, such as /bulk/12')
    .optional(),
  /** One event. */
  id: numberInAddress(1).optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

/** Cursor: only events older than this id. Take it from `next` of the previous response. */
const before = numberInAddress(1).optional();
const page = z.object({ events: z.array(auditEvent), next: z.int().nullable() });

export const listAuditEvents = defineCall({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/api/audit',
  access: 'admin',
  timeoutMs: 30_000,
  topics: () => [TOPIC.audit],
  throttleMs: 1_000,
  summary: 'All recorded events, newest first, 50 at a time.',
  query: auditFilter.extend({ before }),
  response: page,
});

export const listTenantChanges = defineCall({
  name: 'listTenantChanges',
  method: 'GET',
  path: '/api/tenant/{id}/changes',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id)],
  summary: 'The recorded changes to a tenant, newest first, 50 at a time; viewers see them without values.',
  params: idParams,
  query: z.strictObject({ before }),
  response: page,
});

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

export const exportAudit = defineCall({
  name: 'exportAudit',
  method: 'GET',
  path: '/api/audit/export',
  access: 'admin',
  timeoutMs: 30_000,
  summary: 'The matching events, newest first, as one streamed file of any length. The export itself is audited.',
  query: auditFilter.extend({ format: z.enum(EXPORT_FORMATS) }),
  response: z.string(),
});

/** A line of the response of `verifyAudit`; the last one has `fault`. */
export const auditCheck = z.object({
  /** Events checked so far, and in total. */
  checked: z.int(),
  total: z.int(),
  /** Checkpoints compared with the chain so far. */
  checkpoints: z.int(),
  /** The first fault; null: none. Absent while the check is running. */
  fault: z.string().nullable().optional(),
});
export type AuditCheck = z.infer<typeof auditCheck>;

export const verifyAudit = defineCall({
  name: 'verifyAudit',
  method: 'GET',
  path: '/api/audit/verify',
  access: 'admin',
  timeoutMs: 30_000,
  summary:
    'Verifies the whole chain of events and the signed checkpoints against it; streams lines of JSON {checked, total, checkpoints}, the last one with `fault`: the first altered event, or null.',
  response: z.string(),
});

/** How the signed checkpoints reach a store outside this machine. */
const checkpointStore = z.object({
  store: z.enum(['webhook', 'bucket']),
  delivered_at: z.string().nullable(),
  failing_since: z.string().nullable(),
  failure: z.string().nullable(),
});

export type CheckpointStore = z.infer<typeof checkpointStore>;

export const getAuditStores = defineCall({
  name: 'getAuditStores',
  method: 'GET',
  path: '/api/audit/stores',
  access: 'admin',
  topics: () => [TOPIC.auditStores],
  summary:
    'The external stores of the signed checkpoints: the last delivery to each, and since when and why it has failed.',
  response: z.object({ stores: z.array(checkpointStore) }),
});
