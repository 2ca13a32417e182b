import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idsInAddress } from '../id.ts';
import { TOPIC } from '../topics.ts';
import { ATTENTION_KINDS } from './kinds.ts';
import { attentionChoice, attentionTenant } from './schema.ts';

/** Maximum tenants on one page of a list. */
const MAX_ASKED = 50;

export const listAttention = defineCall({
  name: 'listAttention',
  method: 'GET',
  path: '/api/attention',
  access: 'viewer',
  topics: () => [TOPIC.attention, TOPIC.tenants, TOPIC.monitors],
  throttleMs: 2_000,
  summary:
    'The number of tenants that need attention, in total and by reason. With `reason`, also the tenants with this reason or, with `any`, with any reason, each with all its reasons, sorted by name. With `tenants`, up to 50 comma-separated ids: those of them that need attention.',
  query: z
    .object({ reason: attentionChoice.optional(), tenants: idsInAddress(MAX_ASKED).optional() })
    .refine(
      ({ reason, tenants }) => reason === undefined || tenants === undefined,
      'Send reason or tenants, not both.',
    ),
  response: z.object({
    /** Tenants that need attention. */
    needing: z.int(),
    /** Tenants by reason; a tenant with several reasons counts towards each. */
    counts: z.object(
      Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, z.int()])) as Record<
        (typeof ATTENTION_KINDS)[number],
        z.ZodInt
      >,
    ),
    tenants: z.array(attentionTenant).optional(),
  }),
});
