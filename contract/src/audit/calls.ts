import { z } from 'zod';
import { idInAddress, numberInAddress } from '../id.ts';
import { defineCall } from '../call.ts';
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

const auditFilter = z.strictObject({
  tenant: idInAddress.optional(),
  /** Exact user name. */
  actor: z
    .string()
    .max(200)
    .regex(/^[^\0]*$/, 'must be text')
    .optional(),
  /** A full action, or its prefix before the dot: `config`. */
  kind: z
    .string()
    .max(100)
    .regex(/^[a-z-]+(\.[a-z-]+)?$/, 'must be an action such as config.saved, or the part before its dot')
    .optional(),
  /** Cursor: only events older than this id. Take it from `next` of the previous response. */
  before: numberInAddress(1).optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const listAuditEvents = defineCall({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/api/audit',
  access: 'viewer',
  topics: ({ query }) => (query.tenant === undefined ? [] : [TOPIC.tenant(query.tenant)]),
  summary: 'The recorded changes, newest first, 50 at a time.',
  query: auditFilter,
  answer: z.object({ events: z.array(auditEvent), next: z.int().nullable() }),
});
