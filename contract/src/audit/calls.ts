import { z } from 'zod';
import { idInAddress, numberInAddress } from '../id.ts';
import { defineCall } from '../call.ts';

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
  /** Exact name of a person. */
  actor: z
    .string()
    .max(200)
    .regex(/^[^\0]*$/, 'must be text')
    .optional(),
  /** An action, or the part before its dot: `config`. */
  kind: z
    .string()
    .max(100)
    .regex(/^[a-z-]+(\.[a-z-]+)?$/, 'must be an action such as config.saved, or the part before its dot')
    .optional(),
  /** Goes on after the event of this id: `next` of the answer before. */
  before: numberInAddress(1).optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const listAuditEvents = defineCall({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/api/audit',
  access: 'viewer',
  summary: 'The recorded changes, newest first, 50 at a time.',
  query: auditFilter,
  answer: z.object({ events: z.array(auditEvent), next: z.int().nullable() }),
});

export const auditCalls = [listAuditEvents];
